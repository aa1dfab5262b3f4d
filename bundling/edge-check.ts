/**
 * Refuses in the text of a CloudFront Function what its runtime does not document (CloudFront Developer Guide, "JavaScript
 * runtime 2.0 features"). A transpiler hides some of it: it makes `RegExp("…", "u")` of a literal with a flag that ES 5.1
 * does not have, and such a text fails when it is loaded, for every request.
 */

import { parseSync } from '@swc/core';

import { documentedGlobals, documentedMethods } from './edge-built-ins.ts';

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

/** A text needs no other way to a global than its name. */
const GLOBALS = new Set([
  'arguments',
  ...documentedGlobals.filter((name) => name !== 'globalThis'),
]);

const METHODS = new Set(['exec', 'test', ...Object.values(documentedMethods).flat()]);

/** Look-behind, properties and code points came after ES 5.1; groups with names are documented. */
const LATER_PATTERN = /\(\?<[=!]|\\[pP]\{|\\u\{/u;

type Node = { readonly type: string } & Readonly<Record<string, unknown>>;

/** One sentence for each thing that is not documented. */
export function undocumentedIn(text: string): readonly string[] {
  const { body } = parseSync(text, { syntax: 'ecmascript', target: 'es2022' });
  const nodes = [...nodesIn(body)];
  const declared = new Set(nodes.flatMap(declaredBy));
  return nodes.flatMap((node) => [...flawsOf(node, declared)]);
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

function* patternFlaws(pattern: unknown, flags: unknown = ''): Generator<string> {
  const [later] = /[^gim]/u.exec(String(flags ?? '')) ?? [];
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
