/** An address that one who knows it recognises and nobody else can write to: the first character, and the domain. */
export function maskEmail(email: string): string {
  const at = email.lastIndexOf('@')
  return `${email.slice(0, 1)}***${email.slice(at)}`
}
