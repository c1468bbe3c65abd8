import { headers } from 'next/headers'
import { cache } from 'react'
import { MissingRecord } from '@/app/dashboard/missing-record'
import {
  disableWebhook,
  enableWebhook,
  hideSecret,
  removeWebhook,
  rotateSecret,
  saveWebhook,
  testWebhook,
} from '@/app/dashboard/webhooks/[id]/actions'
import { DeliveriesCard } from '@/app/dashboard/webhooks/[id]/deliveries-card'
import { WebhookForm } from '@/app/dashboard/webhooks/webhook-form'
import { WebhookBadge } from '@/app/dashboard/webhooks/webhook-parts'
import { VersionField } from '@/components/forms/hidden-fields'
import { ConfirmedForm, PageForm } from '@/components/forms/page-form'
import { RefusalAlert } from '@/components/forms/refusal-alert'
import { ShownOnceCard } from '@/components/forms/shown-once-card'
import { SubmitButton } from '@/components/forms/submit-button'
import { PageHeader } from '@/components/layout/page-header'
import { Alert } from '@/components/ui/alert'
import { Card, CardBody, CardHeader } from '@/components/ui/card'
import { LiveRegion } from '@/components/ui/live-region'
import { TextWithTime } from '@/components/ui/text-with-time'
import { formatMessage } from '@/lib/i18n/format'
import type { Locale } from '@/lib/i18n/locale'
import type { Messages } from '@/lib/i18n/messages'
import { getWebhook } from '@/lib/messaging/webhooks/manage-webhooks'
import type { PresentedWebhook } from '@/lib/messaging/webhooks/present-webhook'
import { listDeliveries } from '@/lib/messaging/webhooks/webhook-deliveries'
import { now } from '@/lib/platform/clock'
import { ownValue } from '@/lib/platform/own-value'
import type { SessionPrincipal } from '@/lib/platform/request-context'
import { definePage, pageTitle } from '@/lib/web/define-page'
import { type FormOutcome, readOutcome } from '@/lib/web/form-outcome'
import { listFrom } from '@/lib/web/list-from'
import { readOneTimeCookie } from '@/lib/web/one-time-cookie'
import { pagePath, parameter } from '@/lib/web/page-address'
import { pageLanguage } from '@/lib/web/preferences'

const PAGE_SIZE = 25

/** Cached per request: the title and the page both need it. */
const findWebhook = cache((id: string) => getWebhook(id, now()))

const page = definePage('/dashboard/webhooks/[id]')

export const generateMetadata = page.composeTitle(async ({ params }) => {
  const { webhooks, pages } = (await pageLanguage()).messages
  const found = await findWebhook((await params).id)
  if (!found.ok) return pages.notFound.title
  return pageTitle(new URL(found.webhook.url).host, webhooks.title)
})

/** A webhook: its secret once, its form, and its deliveries. `?cursor` continues their list. */
export default page.render(async ({ principal, params, searchParams }) => {
  const found = await findWebhook((await params).id)
  if (!found.ok) return <MissingRecord kind="webhook" />
  const { webhook } = found
  const { locale, messages } = await pageLanguage()
  const texts = messages.webhooks
  const listed = await listFrom(
    parameter(await searchParams, 'cursor'),
    (cursor) => listDeliveries(webhook.id, { limit: PAGE_SIZE, cursor }),
    ({ deliveries }) => deliveries.length === 0,
  )
  const { deliveries, nextCursor } = listed.ok ? listed : { deliveries: [], nextCursor: null }
  const outcome = await readOutcome()
  const secret = await shownSecret(principal, webhook.id)
  const view = { webhook, locale, messages }
  return (
    <>
      <PageHeader
        title={new URL(webhook.url).host}
        {...(webhook.description ? { lead: webhook.description } : {})}
        back={{ href: pagePath('/dashboard/webhooks'), label: texts.back }}
      >
        <WebhookActions {...view} />
      </PageHeader>
      <LiveRegion role="status" className="mb-4">
        <Report outcome={outcome} texts={texts} />
      </LiveRegion>
      <RefusalAlert outcome={outcome} locale={locale} forms={['rotate', 'delete']} />
      <div className="grid gap-6">
        {secret ? (
          <ShownOnceCard
            action={hideSecret}
            intent="secret_seen"
            locale={locale}
            title={texts.secret.title}
            value={secret}
            once={texts.secret.once}
            texts={texts.secret}
          />
        ) : null}
        <StateAlert {...view} />
        <Card>
          <CardHeader title={texts.settings}>
            <WebhookBadge webhook={webhook} texts={texts} />
          </CardHeader>
          <CardBody>
            <WebhookForm
              action={saveWebhook}
              outcome={outcome?.notice ? null : outcome}
              submit={texts.save}
              {...view}
            />
          </CardBody>
        </Card>
        <DeliveriesCard
          deliveries={deliveries}
          nextCursor={nextCursor}
          isFirst={listed.cursor === null}
          {...view}
        />
        <DangerActions {...view} />
      </div>
    </>
  )
})

/** The secret that the last form created for this webhook, until the viewer confirms having it. */
async function shownSecret(principal: SessionPrincipal, webhookId: string): Promise<string | null> {
  const shown = readOneTimeCookie((await headers()).get('cookie'), principal, now())
  return shown?.kind === 'webhook_secret' && shown.webhookId === webhookId ? shown.secret : null
}

interface ViewProps {
  webhook: PresentedWebhook
  locale: Locale
  messages: Messages
}

/** What the last form did. */
function Report({ outcome, texts }: { outcome: FormOutcome | null; texts: Messages['webhooks'] }) {
  const notices: Partial<Record<string, string>> = texts.notices
  const notice = ownValue(notices, outcome?.notice)
  if (notice) return <Alert tone="success">{notice}</Alert>
  return isOutdated(outcome) ? <Alert tone="warning">{texts.outdated}</Alert> : null
}

/** Whether the page was opened again by an action because it was out of date. */
function isOutdated(outcome: FormOutcome | null): boolean {
  if (!outcome || outcome.form !== undefined) return false
  return outcome.code === 'conflict' || outcome.code === 'precondition_failed'
}

/** Why no events are sent, or since when they have failed. */
function StateAlert({ webhook, locale, messages }: ViewProps) {
  const { reasons } = messages.webhooks
  const { disabled_reason: reason, failing_since: since } = webhook
  if (reason) return <Alert tone="warning">{reasons[reason]}</Alert>
  if (!since) return null
  return (
    <Alert tone="warning">
      <TextWithTime text={reasons.since} at={since} locale={locale} />
    </Alert>
  )
}

/** Sends a test event, and enables or disables the webhook. */
function WebhookActions({ webhook, locale, messages }: ViewProps) {
  const { actions } = messages.webhooks
  const { pending } = messages.forms
  const version = <VersionField version={webhook.version} />
  return (
    <div className="flex flex-wrap gap-2">
      {webhook.enabled ? (
        <>
          <PageForm action={testWebhook} locale={locale} intent="test">
            <SubmitButton variant="outline" pendingText={pending}>
              {actions.test}
            </SubmitButton>
          </PageForm>
          <PageForm action={disableWebhook} locale={locale} intent="disable">
            {version}
            <SubmitButton variant="outline" pendingText={pending}>
              {actions.disable}
            </SubmitButton>
          </PageForm>
        </>
      ) : (
        <PageForm action={enableWebhook} locale={locale} intent="enable">
          {version}
          <SubmitButton pendingText={pending}>{actions.enable}</SubmitButton>
        </PageForm>
      )}
    </div>
  )
}

/** Rotating the secret and deleting the webhook, each after a confirmation. */
function DangerActions({ webhook, locale, messages }: ViewProps) {
  const { actions, confirm, cancel } = messages.webhooks
  const { host } = new URL(webhook.url)
  const form = { locale, cancel }
  const version = <VersionField version={webhook.version} />
  return (
    <div className="flex flex-wrap gap-2">
      <ConfirmedForm
        {...form}
        action={rotateSecret}
        intent="rotate"
        button={actions.rotate}
        title={confirm.rotateTitle}
        text={confirm.rotateText}
      >
        {version}
      </ConfirmedForm>
      <ConfirmedForm
        {...form}
        action={removeWebhook}
        intent="delete"
        button={actions.delete}
        title={formatMessage(confirm.deleteTitle, { host })}
        text={confirm.deleteText}
        danger
      >
        {version}
      </ConfirmedForm>
    </div>
  )
}
