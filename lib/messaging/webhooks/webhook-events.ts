import type { AuditActionDeclaration } from '@/lib/audit/actions/declare-actions'
import { auditActions } from '@/lib/audit/audit-actions'

/** What queues an event: an audit action with these details, or the end of a session. */
export interface EventSource {
  /** An audit action, or the name that the trigger on sessions uses. */
  source: string
  event: string
  condition: Readonly<Record<string, string>>
}

const declared: [string, AuditActionDeclaration][] = Object.entries(auditActions)

/** Every source of an event, from the declarations of the audit actions. */
const eventSources: readonly EventSource[] = [
  ...declared.flatMap(([source, { webhook }]) => {
    if (!webhook) return []
    return typeof webhook === 'string'
      ? [{ source, event: webhook, condition: {} }]
      : [{ source, event: webhook.event, condition: webhook.when }]
  }),
  { source: 'session:revoked', event: 'session.revoked', condition: {} },
]

/** The families that can be subscribed to as a whole, also if they gain events later. */
const FAMILIES = ['user', 'session', 'role', 'permission', 'payment', 'notification'] as const
export type EventFamily = (typeof FAMILIES)[number]

/** What an endpoint can subscribe to by its family, for example `user.*`. */
export const eventFamilies: readonly `${EventFamily}.*`[] = FAMILIES.map(
  (family) => `${family}.*` as const,
)

/** The names of all events, by family and then by name. */
export const eventNames: readonly string[] = FAMILIES.flatMap((family) =>
  [...new Set(eventSources.map(({ event }) => event))]
    .filter((event) => event.startsWith(`${family}.`))
    .sort(),
)

/** The event of a test; endpoints get it whatever they subscribed to. */
export const TEST_EVENT = 'webhook.test'

/** The sources of the chosen events, names and families. */
export function sourcesOf(chosen: readonly string[]): EventSource[] {
  return eventSources.filter(
    ({ event }) => chosen.includes(event) || chosen.includes(event.replace(/\.[^.]*$/, '.*')),
  )
}
