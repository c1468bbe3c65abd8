/** 128 random bits in hex. `crypto.randomUUID` exists on HTTPS only, and not in React Native. */
export function newRandomText(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
