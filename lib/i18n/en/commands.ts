/** The command palette. */
export const commands = {
  title: 'Go to a page or do something',
  open: 'Jump to',
  openHint: 'Jump to a page or an action ({keys})',
  placeholder: 'Search pages and actions',
  placeholderPeople: 'Search pages, actions and people',
  close: 'Close',
  results: 'Results',
  groups: { pages: 'Pages', people: 'People', actions: 'Actions' },
  theme: 'Theme: {name}',
  language: 'Language: {name}',
  looking: 'Looking for people …',
  failed: 'People could not be looked up. Check the connection, or sign in again.',
  nothing: 'Nothing is called that.',
  found: { one: '{count} result', other: '{count} results' },
  keys: 'Arrows choose, Enter opens, Escape closes',
}
