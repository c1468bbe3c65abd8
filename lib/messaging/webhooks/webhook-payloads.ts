import { z } from 'zod'
import type { AuditActionDeclaration } from '@/lib/audit/actions/declare-actions'
import { auditActions } from '@/lib/audit/audit-actions'
import {
  eventNames,
  type EventSource,
  sourcesOf,
  TEST_EVENT,
} from '@/lib/messaging/webhooks/webhook-events'
import { instant } from '@/lib/platform/instant'
import { ownValue } from '@/lib/platform/own-value'

const actions: Readonly<Record<string, AuditActionDeclaration>> = auditActions

/** The data of events that a trigger or the test writes, by source. */
const WRITTEN: Readonly<Record<string, z.ZodRawShape>> = {
  'session:revoked': { session_id: z.uuid(), user_id: z.uuid() },
  'notification:finished': { notification_id: z.uuid(), status: z.enum(['completed', 'failed']) },
  [TEST_EVENT]: { webhook_id: z.uuid() },
}

const actorId = z.uuid().optional().describe('Missing if no user did it')

const permissionId = z
  .string()
  .describe('Its name')
  .meta({ examples: ['crm:contacts:export'] })

/** The data of an event from this source, as webhook_queue_event writes it. */
export function dataOf({ source, fields }: Pick<EventSource, 'source' | 'fields'>): z.ZodRawShape {
  const written = ownValue(WRITTEN, source)
  if (written) return written
  const { target, ok = {} } = actions[source]!
  const others = Object.entries(fields).map(([name, path]) => [name, schemaAt(ok, path.split('.'))])
  return {
    [`${target}_id`]: target === 'permission' ? permissionId : z.uuid(),
    actor_id: actorId,
    ...(Object.fromEntries(others) as z.ZodRawShape),
  }
}

/** The schema of a detail by its path, such as `after.status`. */
function schemaAt(shape: z.ZodRawShape, [name = '', ...rest]: readonly string[]): z.core.$ZodType {
  const schema = shape[name]
  if (rest.length === 0 && schema) return schema
  if (schema instanceof z.ZodObject) return schemaAt(schema.shape, rest)
  throw new Error(`no detail ${name} is declared`)
}

/** `payment.status_changed` as `PaymentStatusChangedEvent`. */
const schemaName = (event: string) =>
  `${event.replace(/(?:^|[._])([a-z])/g, (_, letter: string) => letter.toUpperCase())}Event`

function payloadOf(event: string) {
  const [source = { source: event, fields: {} }] = sourcesOf([event])
  return z
    .strictObject({
      type: z.literal(event),
      timestamp: instant.describe('When it happened'),
      data: z.strictObject(dataOf(source)),
    })
    .meta({ id: schemaName(event) })
}

/** The body of each event's request, by its name. */
export const webhookPayloads: ReadonlyMap<string, ReturnType<typeof payloadOf>> = new Map(
  [...eventNames, TEST_EVENT].map((event) => [event, payloadOf(event)]),
)

const payloads = [...webhookPayloads.values()]

/** The body of any event. */
export const webhookEvent = z
  .discriminatedUnion('type', payloads as [(typeof payloads)[number], ...typeof payloads])
  .meta({ id: 'WebhookEvent' })
