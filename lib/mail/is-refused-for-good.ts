/** At which step of the dialogue a server judges one mail; what it says before is about the two of them. */
const ABOUT_THE_MAIL = new Set(['EENVELOPE', 'EMESSAGE'])

/** Whether a mail server refused this one mail and would again: a permanent answer (RFC 5321 §4.2.1) to its recipient or its text. */
export function isRefusedForGood(error: unknown): boolean {
  const { code, responseCode } = (error ?? {}) as { code?: unknown; responseCode?: unknown }
  return typeof responseCode === 'number' && responseCode >= 500 && ABOUT_THE_MAIL.has(String(code))
}
