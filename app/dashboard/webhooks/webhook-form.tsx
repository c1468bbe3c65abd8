import type { ReactNode } from 'react'
import { DisableNativeValidation } from '@/components/forms/bare-forms'
import { CheckboxList } from '@/components/forms/choice-lists'
import { Field } from '@/components/forms/fields'
import { VersionField } from '@/components/forms/hidden-fields'
import { lostUpdate } from '@/components/forms/lost-update'
import { Optional } from '@/components/forms/optional'
import { PageForm } from '@/components/forms/page-form'
import { SubmitButton } from '@/components/forms/submit-button'
import type { Locale } from '@/lib/i18n/locale'
import type { Messages } from '@/lib/i18n/messages'
import type { PresentedWebhook } from '@/lib/messaging/webhooks/present-webhook'
import { eventFamilies, eventNames } from '@/lib/messaging/webhooks/webhook-events'
import { WEBHOOK_LENGTHS } from '@/lib/messaging/webhooks/webhook.schemas'
import type { FormAction } from '@/lib/web/action-state'
import type { FormOutcome } from '@/lib/web/form-outcome'
import { pagePath } from '@/lib/web/page-address'

interface WebhookFormProps {
  action: FormAction
  /** Null for a new one. */
  webhook: PresentedWebhook | null
  outcome: FormOutcome | null
  locale: Locale
  messages: Messages
  submit: string
  /** Further actions. */
  children?: ReactNode
}

/** The fields of a webhook. */
export function WebhookForm({
  action,
  webhook,
  outcome,
  locale,
  messages,
  submit,
  children,
}: WebhookFormProps) {
  const { fields } = messages.webhooks
  const outdated = lostUpdate(messages, pagePath('/dashboard/webhooks/[id]', webhook?.id ?? ''))
  return (
    <PageForm
      action={action}
      locale={locale}
      intent="save"
      outcome={outcome}
      notices={{ webhook_saved: messages.webhooks.notices.webhook_saved }}
      recoveryActions={outdated.recoveryActions}
      problemTexts={{ ...outdated.problemTexts, conflict: messages.webhooks.tooMany }}
      values={webhook ? storedValues(webhook) : {}}
      noValidate={false}
      className="gap-6"
    >
      <DisableNativeValidation />
      {webhook ? <VersionField version={webhook.version} /> : null}
      <Field
        name="url"
        type="url"
        inputMode="url"
        autoComplete="off"
        required
        maxLength={WEBHOOK_LENGTHS.url}
        label={fields.url}
        hint={fields.urlHint}
      />
      <Field
        name="description"
        autoComplete="off"
        maxLength={WEBHOOK_LENGTHS.description}
        label={fields.description}
        aside={<Optional texts={messages.forms} />}
      />
      <CheckboxList
        name="events"
        label={fields.events}
        hint={fields.eventsHint}
        options={eventOptions(webhook?.events ?? [], messages)}
      />
      <div className="flex flex-wrap gap-2">
        <SubmitButton pendingText={messages.forms.pending}>{submit}</SubmitButton>
        {children}
      </div>
    </PageForm>
  )
}

/** The fields as they are stored. */
function storedValues({ url, description }: PresentedWebhook): Record<string, string> {
  return { url, description: description ?? '' }
}

/** Each family, followed by its events. */
function eventOptions(chosen: readonly string[], { webhooks }: Messages) {
  const texts: Partial<Record<string, string>> = webhooks.events
  return eventFamilies
    .flatMap((family) => [
      family,
      ...eventNames.filter((name) => name.startsWith(family.slice(0, -1))),
    ])
    .map((event) => ({
      value: event,
      label: texts[event] ?? event,
      hint: event,
      ticked: chosen.includes(event),
    }))
}
