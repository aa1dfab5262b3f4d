/**
 * Runs the text of a CloudFront Function as CloudFront does: in strict mode, and with nothing but what its runtime
 * documents. Node has far more, so a function that runs in Node alone says nothing.
 */

import vm from 'node:vm';

import { documentedGlobals, documentedMethods } from '../../bundling/edge-built-ins.ts';

/** Takes an event; what goes in and what comes out is JSON, as at CloudFront. */
export type LoadedFunction = (event: object) => unknown;

export function loadFunction(text: string): LoadedFunction {
  const context = vm.createContext({});
  vm.runInContext(takeAwayTheRest, context);
  vm.runInContext(`'use strict';${text}`, context);
  return (event) => {
    const call = `JSON.stringify(handler(${JSON.stringify(event)}))`;
    const output: unknown = JSON.parse(String(vm.runInContext(call, context)));
    return output;
  };
}

/** Owners before globals, which name them. Symbols stay: the language itself uses them. */
const takeAwayTheRest = [
  ...Object.entries(documentedMethods).map(([owner, methods]) => keepOnly(owner, methods)),
  keepOnly('globalThis', documentedGlobals),
].join('\n');

/** What cannot be deleted, as a function's `prototype`, is a part of the language. */
function keepOnly(owner: string, names: readonly string[]): string {
  const kept = JSON.stringify([...names, 'constructor']);
  return `Object.getOwnPropertyNames(${owner}).forEach(function (name) {
    if (${kept}.indexOf(name) < 0) delete ${owner}[name];
  });`;
}
