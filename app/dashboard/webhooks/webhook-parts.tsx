import { Badge } from '@/components/ui/badge'
import type { Messages } from '@/lib/i18n/messages'
import type { PresentedDelivery, PresentedWebhook } from '@/lib/messaging/webhooks/present-webhook'

type Texts = Messages['webhooks']

/** Whether a webhook gets events, and whether it accepts them. */
export function WebhookBadge({ webhook, texts }: { webhook: PresentedWebhook; texts: Texts }) {
  const { states } = texts
  if (!webhook.enabled) return <Badge tone="danger">{states.disabled}</Badge>
  return webhook.failing_since ? (
    <Badge tone="warning">{states.failing}</Badge>
  ) : (
    <Badge tone="success">{states.enabled}</Badge>
  )
}

const TONES = { pending: 'neutral', delivered: 'success', failed: 'danger' } as const

/** Whether a delivery failed before and waits for its next attempt. */
export function isRetrying({ status, error }: PresentedDelivery): boolean {
  return status === 'pending' && error !== null
}

/** The status of a delivery; one that failed before and waits says so. */
export function DeliveryBadge({ delivery, texts }: { delivery: PresentedDelivery; texts: Texts }) {
  const { status } = delivery
  if (isRetrying(delivery))
    return <Badge tone="warning">{texts.deliveries.statuses.retrying}</Badge>
  return <Badge tone={TONES[status]}>{texts.deliveries.statuses[status]}</Badge>
}

/** What came of the last attempt, such as “500” or “Timed out”; null before the first. */
export function describeAttempt(delivery: PresentedDelivery, texts: Texts): string | null {
  const errors: Partial<Record<string, string>> = texts.deliveries.errors
  const { error, response_status: status } = delivery
  const told = error ? (errors[error] ?? error) : null
  if (status === null) return told
  return error === 'redirect' ? `${status} · ${told}` : String(status)
}
