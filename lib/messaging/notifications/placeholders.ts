/** The placeholders filled in for each recipient. */
const PLACEHOLDERS = ['name', 'email'] as const
const PLACEHOLDER = /\{\{([^{}]*)\}\}/g

/** The recipient that a text is filled in for. */
export interface NamedReader {
  name: string | null
  email: string
}

/** Whether a text has anything in double braces, known as a placeholder or not. */
export function hasPlaceholder(text: string): boolean {
  return text.search(PLACEHOLDER) !== -1
}

/** Whether a text has an unknown placeholder in double braces. */
export function hasUnknownPlaceholder(text: string): boolean {
  return [...text.matchAll(PLACEHOLDER)].some(
    ([, name]) => !(PLACEHOLDERS as readonly string[]).includes(name!.trim()),
  )
}

/**
 * Fills `{{name}}` and `{{email}}`; without a name the email address is used. In one pass: filled
 * values aren't parsed again, so a name cannot contain a placeholder. Values become single lines,
 * because they may be part of an email subject.
 */
export function fillPlaceholders(text: string, { name, email }: NamedReader): string {
  const values = { name: oneLine(name ?? '') || email, email }
  return text.replace(PLACEHOLDER, (whole, key: string) => {
    const known = PLACEHOLDERS.find((placeholder) => placeholder === key.trim())
    return known ? values[known] : whole
  })
}

/** Removes the spaces and line breaks within placeholders, so that a text can be split at them. */
export function compactPlaceholders(text: string): string {
  return text.replace(PLACEHOLDER, (_, key: string) => `{{${key.trim()}}}`)
}

// Line breaks could start another header, and bidirectional control characters could disguise a
// line.
const oneLine = (text: string) =>
  text.replace(/[\p{Cc}\p{Zl}\p{Zp}\u202A-\u202E\u2066-\u2069\u200B\uFEFF]+/gu, ' ').trim()
