/** What the texts of a kind are filled with: names and numbers, never sentences. */
export type InboxParams = Record<string, string | number>
