import { readUserAgent } from '@/lib/platform/user-agent'

/**
 * Names the browser and system of a User-Agent, like "Firefox, Linux"; null if neither is known. No
 * part of the header itself is passed on, because a client could put a link or a warning of its own
 * into a security email. Its result gives the same text when it is described again.
 */
export function describeDevice(userAgent: string): string | null {
  const { program, system } = readUserAgent(userAgent)
  return [program, system].filter(Boolean).join(', ') || null
}
