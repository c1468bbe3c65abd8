import { readUserAgent } from '@/lib/platform/user-agent'

/**
 * Names the program and system behind a User-Agent, like "Firefox, Linux"; null when neither is
 * known. Nothing of the header itself is passed on: whoever sends it could write a link or a
 * warning of their own into a security mail. What it returns reads the same when it is described
 * again.
 */
export function describeDevice(userAgent: string): string | null {
  const { program, system } = readUserAgent(userAgent)
  return [program, system].filter(Boolean).join(', ') || null
}
