/** The colours a person may choose; `system` follows the operating system, and is what nobody chose. */
export const themes = ['light', 'dark', 'system'] as const

export type Theme = (typeof themes)[number]

/** The theme that a cookie or a form field names; `system` for anything else. */
export function themeFrom(value: string | null | undefined): Theme {
  return themes.find((theme) => theme === value) ?? 'system'
}
