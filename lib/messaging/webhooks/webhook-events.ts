import type { AuditActionDeclaration } from '@/lib/audit/actions/declare-actions'
import { auditActions } from '@/lib/audit/audit-actions'

/** What queues an event: an audit action with these details, or a row that a trigger watches. */
export interface EventSource {
  /** An audit action, or the name that the trigger uses. */
  source: string
  event: string
  condition: Readonly<Record<string, string>>
  /** What the event contains besides IDs: names, with their paths in the details. */
  fields: Readonly<Record<string, string>>
}

const actions: [string, AuditActionDeclaration][] = Object.entries(auditActions)

/** Every source of an event, from the declarations of the audit actions. */
const eventSources: readonly EventSource[] = [
  ...actions.flatMap(([source, { webhook }]) => {
    if (!webhook) return []
    const declared = typeof webhook === 'string' ? { event: webhook } : webhook
    const { event, when: condition = {}, fields = {} } = declared
    return [{ source, event, condition, fields }]
  }),
  { source: 'session:revoked', event: 'session.revoked', condition: {}, fields: {} },
  {
    source: 'notification:finished',
    event: 'notification.finished',
    condition: {},
    fields: { status: 'status' },
  },
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
