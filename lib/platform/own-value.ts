/**
 * The value of a table under a name that comes from outside, such as a request. Indexing it would
 * also find what every object inherits: `constructor`, `__proto__`.
 */
export function ownValue<T>(
  values: Readonly<Record<string, T>>,
  name: string | null | undefined,
): T | undefined {
  return typeof name === 'string' && Object.hasOwn(values, name) ? values[name] : undefined
}
