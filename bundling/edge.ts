/**
 * Makes the texts of the CloudFront Functions, and refuses what their runtime does not document (CloudFront Developer Guide,
 * "JavaScript runtime 2.0 features").
 */

import { parseSync, transformSync } from '@swc/core';
import { buildSync } from 'esbuild';

import { root } from './esbuild.ts';

export type EdgeFunctionName = 'viewer-request' | 'viewer-response';

/** What makes a module of the script; a script's functions are global without it. */
const EXPORT = /^export \{\n {2}handler\n\};\n/mu;

/** The statements and expressions of ES 5.1. Some later ones are documented, but nothing here needs them. */
const SYNTAX = new Set(
  `ArrayExpression AssignmentExpression BinaryExpression BlockStatement BooleanLiteral BreakStatement CallExpression CatchClause
  Computed ConditionalExpression ContinueStatement DoWhileStatement EmptyStatement ExpressionStatement ForInStatement ForStatement
  FunctionBody FunctionDeclaration FunctionExpression Identifier IfStatement KeyValueProperty LabeledStatement MemberExpression Module
  NewExpression NullLiteral NumericLiteral ObjectExpression Parameter ParenthesisExpression RegExpLiteral ReturnStatement
  SequenceExpression StringLiteral SwitchCase SwitchStatement ThisExpression ThrowStatement TryStatement UnaryExpression
  UpdateExpression VariableDeclaration VariableDeclarator WhileStatement`.split(/\s+/u),
);

const LATER_OPERATORS = new Set(['**', '**=', '??', '??=', '&&=', '||=']);

/**
 * The built-ins where the runtime has fewer than Node, by the expression that finds their owner. Only what a function at the
 * edge could need: no typed arrays, no modules.
 */
export const documentedMethods: Readonly<Record<string, readonly string[]>> = {
  Object:
    words(`assign create defineProperties defineProperty entries freeze getOwnPropertyDescriptor
    getOwnPropertyDescriptors getOwnPropertyNames getPrototypeOf isExtensible isFrozen isSealed keys preventExtensions seal
    values`),
  'Object.prototype': words('hasOwnProperty isPrototypeOf propertyIsEnumerable toString valueOf'),
  String: words('fromCharCode fromCodePoint'),
  'String.prototype':
    words(`charAt codePointAt concat endsWith includes indexOf lastIndexOf match padEnd padStart repeat
    replace replaceAll search slice split startsWith substr substring toLowerCase toUpperCase trim trimEnd trimStart`),
  Array: words('isArray of'),
  'Array.prototype':
    words(`concat copyWithin every fill filter find findIndex forEach includes indexOf join lastIndexOf map
    pop push reduce reduceRight reverse shift slice some sort splice unshift`),
  'Function.prototype': words('apply bind call'),
  JSON: words('parse stringify'),
};

/** Globals that a function may use. */
export const documentedGlobals: readonly string[] =
  words(`Array Boolean Date Function JSON Math Number Object RegExp String
    Error EvalError RangeError ReferenceError SyntaxError TypeError URIError
    decodeURI decodeURIComponent encodeURI encodeURIComponent
    Infinity NaN globalThis isFinite isNaN parseFloat parseInt undefined`);

/** A text needs no other way to a global than its name. */
const GLOBALS = new Set([
  'arguments',
  ...documentedGlobals.filter((name) => name !== 'globalThis'),
]);

const METHODS = new Set(['exec', 'test', ...Object.values(documentedMethods).flat()]);

/** Look-behind, properties and code points came after ES 5.1; groups with names are documented. */
const LATER_PATTERN = /\(\?<[=!]|\\[pP]\{|\\u\{/u;

type Node = { readonly type: string } & Readonly<Record<string, unknown>>;

/**
 * One script with a global `handler`, as CloudFront wants it. In ES5, because CloudFront's runtime is ES 5.1 with a
 * selection of later things (CloudFront Developer Guide, "JavaScript runtime 2.0 features"): destructuring and spreading are
 * not among them. esbuild joins the files but cannot go that far back; swc can. What neither can lower is refused.
 */
export function edgeFunctionCode(name: EdgeFunctionName): string {
  const { outputFiles } = buildSync({
    absWorkingDir: root,
    entryPoints: [`lambda/edge/${name}.ts`],
    bundle: true,
    write: false,
    format: 'esm',
    target: 'es2020',
    logLevel: 'silent',
  });
  const [script] = outputFiles;
  if (script === undefined) throw new Error(`esbuild wrote nothing for ${name}`);
  const { code } = transformSync(script.text.replace(EXPORT, ''), {
    isModule: false,
    configFile: false,
    swcrc: false,
    jsc: {
      target: 'es5',
      loose: true, // without symbols and property descriptors, which nothing here has
      minify: { compress: { unused: true }, mangle: true },
    },
    minify: true,
  });
  const undocumented = undocumentedIn(code);
  if (undocumented.length > 0) {
    throw new Error(`CloudFront does not document what ${name} needs: ${undocumented.join(', ')}.`);
  }
  return code;
}

/**
 * Names each thing in a text that is not documented. A transpiler hides some of it: it makes `RegExp("…", "u")` of a literal
 * with a flag that ES 5.1 does not have, and such a text fails when it is loaded, for every request.
 */
export function undocumentedIn(text: string): readonly string[] {
  const { body } = parseSync(text, { syntax: 'ecmascript', target: 'es2022' });
  const nodes = [...nodesIn(body)];
  const declared = new Set(nodes.flatMap(declaredBy));
  return nodes.flatMap((node) => Array.from(flawsOf(node, declared)));
}

/** Without names of properties and labels, which are no variables. */
function* nodesIn(value: unknown): Generator<Node> {
  if (!isObject(value)) return;
  if (isNode(value)) yield value;
  if (isObject(value['spread'])) yield { type: 'SpreadElement' };
  for (const [key, child] of Object.entries(value)) {
    const isName = ['property', 'key', 'label'].includes(key) && nameOf(child) !== undefined;
    if (!isName) yield* nodesIn(child);
  }
}

function declaredBy({ type, id, identifier, pat, param }: Node): string[] {
  const name = { VariableDeclarator: id, Parameter: pat, CatchClause: param }[type] ?? identifier;
  return nameOf(name) ?? [];
}

function* flawsOf(node: Node, declared: ReadonlySet<string>): Generator<string> {
  const { type, value, operator, callee, object, property } = node;
  if (!SYNTAX.has(type)) yield `the syntax ${type}`;
  if (node['async'] === true || node['generator'] === true) yield 'an async or generator function';
  if (LATER_OPERATORS.has(String(operator))) yield `the operator ${String(operator)}`;
  if (type === 'RegExpLiteral') yield* patternFlaws(node['pattern'], node['flags']);
  const isVariable = type === 'Identifier' && !declared.has(String(value));
  if (isVariable && !GLOBALS.has(String(value))) yield `the global ${String(value)}`;
  const [owner = ''] = nameOf(object) ?? [];
  const [member = '[…]'] = nameOf(property) ?? [];
  const ofOwner = documentedMethods[owner];
  if (ofOwner !== undefined && ![...ofOwner, 'prototype'].includes(member)) {
    yield `${owner}.${member}`;
  }
  const [called] = nameOf(callee) ?? [];
  if (called === 'Function') yield 'the constructor of functions';
  if (called === 'RegExp') yield* constructorFlaws(node['arguments']);
  const [method] = isNode(callee) ? (nameOf(callee['property']) ?? []) : [];
  if (method !== undefined && !METHODS.has(method)) yield `the method ${method}`;
}

/** `RegExp(pattern, flags)`: only literals can be judged. */
function* constructorFlaws(passed: unknown): Generator<string> {
  const values = (Array.isArray(passed) ? passed : []).map((argument: unknown) =>
    isObject(argument) && isNode(argument['expression']) ? argument['expression'] : undefined,
  );
  if (values.some((value) => value?.type !== 'StringLiteral')) {
    yield 'a regular expression that is not a literal';
  }
  yield* patternFlaws(values[0]?.['value'], values[1]?.['value']);
}

function* patternFlaws(pattern: unknown, flags: unknown): Generator<string> {
  const [later] = /[^gim]/u.exec(typeof flags === 'string' ? flags : '') ?? [];
  if (later !== undefined) yield `the regular expression flag ${later}`;
  const [part] = LATER_PATTERN.exec(String(pattern)) ?? [];
  if (part !== undefined) yield `${part} in a regular expression`;
}

/** Of an identifier, in a list; `undefined` of anything else. */
function nameOf(value: unknown): [string] | undefined {
  const isIdentifier = isNode(value) && value.type === 'Identifier';
  return isIdentifier ? [String(value['value'])] : undefined;
}

function isNode(value: unknown): value is Node {
  return isObject(value) && typeof value['type'] === 'string';
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}

function words(text: string): readonly string[] {
  return text.split(/\s+/u);
}
