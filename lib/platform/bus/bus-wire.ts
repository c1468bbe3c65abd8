import type { BusMessage } from '@/lib/platform/bus/bus'

const KNOWN = {
  'session.revoked': true,
  'user.sessions_revoked': true,
  'user.changed': true,
  'rbac.changed': true,
  resync: true,
} as const satisfies Record<BusMessage['type'], true>

/** A message as it travels: about 200 bytes of JSON (PostgreSQL carries less than 8000). */
export function encodeMessage(from: string, message: BusMessage): string {
  return JSON.stringify({ from, message })
}

/**
 * Reads a message that arrived. One that this build does not know (a newer instance sent it) means that something changed
 * of which it can not tell what: it becomes `resync`.
 */
export function decodeMessage(text: string): { from: string; message: BusMessage } {
  try {
    const { from, message } = JSON.parse(text) as { from: string; message: BusMessage }
    if (typeof from === 'string' && Object.hasOwn(KNOWN, message.type)) return { from, message }
  } catch {
    // Not JSON: as unknown as an unknown type.
  }
  return { from: '', message: { type: 'resync' } }
}
