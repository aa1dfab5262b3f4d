/**
 * The built-ins of CloudFront's runtime where it has fewer than Node (CloudFront Developer Guide, "JavaScript runtime 2.0
 * features"). Only what a function at the edge could need: no typed arrays, no modules.
 */

/** By the expression that finds their owner. */
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

function words(text: string): readonly string[] {
  return text.split(/\s+/u);
}
