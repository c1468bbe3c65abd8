import { resendDelivery } from '@/app/dashboard/webhooks/[id]/actions'
import { DeliveryBadge, describeAttempt, isRetrying } from '@/app/dashboard/webhooks/webhook-parts'
import { EmptyState, Pager } from '@/components/data-table/list-parts'
import { Cell, ColumnHeader, Table, WIDE } from '@/components/data-table/table'
import { PageForm } from '@/components/forms/page-form'
import { SubmitButton } from '@/components/forms/submit-button'
import { Card, CardHeader, CodeBlock } from '@/components/ui/card'
import { LocalTime } from '@/components/ui/local-time'
import { formatCount } from '@/lib/i18n/format'
import type { Locale } from '@/lib/i18n/locale'
import type { Messages } from '@/lib/i18n/messages'
import type { PresentedDelivery, PresentedWebhook } from '@/lib/messaging/webhooks/present-webhook'
import { pagePath, withQuery } from '@/lib/web/page-address'

interface DeliveriesCardProps {
  webhook: PresentedWebhook
  deliveries: readonly PresentedDelivery[]
  nextCursor: string | null
  isFirst: boolean
  locale: Locale
  messages: Messages
}

/** The events of a webhook in the last 30 days, newest first. */
export function DeliveriesCard(props: DeliveriesCardProps) {
  const { webhook, deliveries, nextCursor, isFirst, messages } = props
  const texts = messages.webhooks.deliveries
  const path = pagePath('/dashboard/webhooks/[id]', webhook.id)
  return (
    <Card>
      <div className="pb-5">
        <CardHeader title={texts.title} lead={texts.lead} />
      </div>
      {deliveries.length > 0 ? (
        <Table label={texts.title}>
          <thead>
            <tr>
              <ColumnHeader>{texts.columns.event}</ColumnHeader>
              <ColumnHeader>{texts.columns.status}</ColumnHeader>
              <ColumnHeader className={WIDE}>{texts.columns.response}</ColumnHeader>
              <ColumnHeader className={WIDE}>{texts.columns.next}</ColumnHeader>
              <ColumnHeader>
                <span className="sr-only">{texts.replay}</span>
              </ColumnHeader>
            </tr>
          </thead>
          <tbody>
            {deliveries.map((delivery) => (
              <DeliveryRow key={delivery.id} delivery={delivery} {...props} />
            ))}
          </tbody>
        </Table>
      ) : (
        <EmptyState title={texts.emptyTitle} text={texts.emptyText} />
      )}
      <Pager
        first={isFirst ? null : path}
        next={nextCursor && withQuery(path, { cursor: nextCursor })}
        texts={{ first: messages.webhooks.first, next: messages.webhooks.more }}
      />
    </Card>
  )
}

function DeliveryRow({
  delivery,
  webhook,
  locale,
  messages,
}: DeliveriesCardProps & { delivery: PresentedDelivery }) {
  const texts = messages.webhooks.deliveries
  const { response_excerpt: excerpt, next_attempt_at: next } = delivery
  const response = describeAttempt(delivery, messages.webhooks)
  return (
    <tr>
      <Cell className="align-top">
        <code className="font-mono text-xs font-medium">{delivery.event}</code>
        <span className="block text-[0.8125rem] md:whitespace-nowrap text-muted tabular-nums">
          <LocalTime at={delivery.occurred_at} locale={locale} />
        </span>
      </Cell>
      <Cell className="align-top">
        <DeliveryBadge delivery={delivery} texts={messages.webhooks} />
        <span className="block text-[0.8125rem] whitespace-nowrap text-muted">
          {formatCount(texts.attempts, delivery.attempts, locale)}
        </span>
        {response ? (
          <span className="block text-[0.8125rem] text-muted md:hidden">{response}</span>
        ) : null}
      </Cell>
      <Cell className={`${WIDE} max-w-80 align-top`}>
        {response ?? '–'}
        {excerpt ? (
          <details>
            <summary className="cursor-pointer text-[0.8125rem] text-muted">
              {texts.excerpt}
            </summary>
            <CodeBlock label={texts.excerpt}>{excerpt}</CodeBlock>
          </details>
        ) : null}
      </Cell>
      <Cell className={`${WIDE} align-top whitespace-nowrap text-muted tabular-nums`}>
        {next && webhook.enabled ? <LocalTime at={next} locale={locale} /> : '–'}
      </Cell>
      <Cell className="text-right align-top">
        {(delivery.status !== 'pending' || isRetrying(delivery)) && webhook.enabled ? (
          <PageForm
            action={resendDelivery}
            locale={locale}
            intent="replay"
            row={{ delivery_id: delivery.id }}
            toasts={{ webhook_replayed: messages.webhooks.notices.webhook_replayed }}
          >
            <SubmitButton variant="outline" size="sm" pendingText={messages.forms.pending}>
              {texts.replay}
            </SubmitButton>
          </PageForm>
        ) : null}
      </Cell>
    </tr>
  )
}
