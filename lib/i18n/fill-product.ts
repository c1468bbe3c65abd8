/** Texts with the product's name in place of `{product}`. Other placeholders stay: they are filled where the text is used. */
export function fillProduct<T>(texts: T, product: string): T {
  if (typeof texts === 'string') return texts.replaceAll('{product}', () => product) as T
  const entries = Object.entries(texts as object)
  return Object.fromEntries(entries.map(([key, text]) => [key, fillProduct(text, product)])) as T
}
