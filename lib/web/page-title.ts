/** The title of a page about one thing: "Ada Lovelace · Users". The layout adds the name of the product. */
export function pageTitle(thing: string, list: string): string {
  return `${thing} · ${list}`
}
