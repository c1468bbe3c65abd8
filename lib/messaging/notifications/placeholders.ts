/** What can be filled in for each recipient. */
const PLACEHOLDERS = ['name', 'email'] as const
const PLACEHOLDER = /\{\{([^{}]*)\}\}/g

/** Who a text is filled in for. */
export interface NamedReader {
  name: string | null
  email: string
}

/** Whether a text has a placeholder in double braces that nothing is known to fill. */
export function hasUnknownPlaceholder(text: string): boolean {
  return [...text.matchAll(PLACEHOLDER)].some(
    ([, name]) => !(PLACEHOLDERS as readonly string[]).includes(name!.trim()),
  )
}

/**
 * Fills `{{name}}` and `{{email}}`; who has no name is called by their address. In one go: what is
 * filled in is not looked at again, whatever a person is called. The values become single lines,
 * because they may stand in the subject of a mail.
 */
export function fillPlaceholders(text: string, { name, email }: NamedReader): string {
  const values = { name: oneLine(name ?? '') || email, email }
  return text.replace(PLACEHOLDER, (whole, key: string) => {
    const known = PLACEHOLDERS.find((placeholder) => placeholder === key.trim())
    return known ? values[known] : whole
  })
}

// Line breaks would begin another header; direction characters make a line read as another.
const oneLine = (text: string) =>
  text.replace(/[\p{Cc}\p{Zl}\p{Zp}\u202A-\u202E\u2066-\u2069\u200B\uFEFF]+/gu, ' ').trim()
