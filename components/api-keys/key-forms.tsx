import type { ComponentProps } from 'react'
import { CheckboxList } from '@/components/forms/choice-lists'
import { Field, SelectField, TextAreaField } from '@/components/forms/fields'
import { ListMarker } from '@/components/forms/hidden-fields'
import { Optional } from '@/components/forms/optional'
import { PageForm } from '@/components/forms/page-form'
import { SensitiveForm } from '@/components/forms/reauthentication'
import { ShownOnceCard } from '@/components/forms/shown-once-card'
import { SubmitButton } from '@/components/forms/submit-button'
import { Button } from '@/components/ui/button'
import { Card, CardBody, CardHeader } from '@/components/ui/card'
import { ConfirmPopover, Disclosure } from '@/components/ui/popover'
import { TextWithTime } from '@/components/ui/text-with-time'
import { formatMessage } from '@/lib/i18n/format'
import type { Locale } from '@/lib/i18n/locale'
import type { Messages } from '@/lib/i18n/messages'
import type { PresentedApiKey } from '@/lib/identity/api-keys/present-api-key'
import type { ReauthMethod } from '@/lib/identity/sign-in/reauthenticate'
import { ownValue } from '@/lib/platform/own-value'
import { KEY_LIFETIMES, USUAL_LIFETIME } from '@/lib/web/api-key-form'
import type { FormOutcome } from '@/lib/web/form-outcome'

interface KeyFormProps extends Pick<ComponentProps<typeof PageForm>, 'action'> {
  locale: Locale
  messages: Messages
}

interface CreateKeyProps extends KeyFormProps {
  /** What the key may be allowed: what the viewer, and the account, may do themselves. */
  permissions: readonly string[]
  outcome: FormOutcome | null
  proof: ReauthMethod
  /** The viewer's own address, for password managers. */
  viewerEmail: string
  /** The page, to come back to after signing in again. */
  path: string
  /** Whether the form starts open: there is nothing else on the page. */
  open: boolean
}

/** The form for a new key, behind a button. */
export function CreateKeyCard({ open, ...form }: CreateKeyProps) {
  const texts = form.messages.apiKeys.create
  return (
    <Card>
      <CardHeader title={texts.title} lead={texts.lead} />
      <CardBody>
        <Disclosure label={texts.submit} open={open || form.outcome?.form === 'create_key'}>
          <CreateKeyForm {...form} />
        </Disclosure>
      </CardBody>
    </Card>
  )
}

function CreateKeyForm({
  action,
  permissions,
  outcome,
  proof,
  viewerEmail,
  path,
  locale,
  messages,
}: Omit<CreateKeyProps, 'open'>) {
  const { apiKeys, forms } = messages
  const texts = apiKeys.create
  return (
    <SensitiveForm
      action={action}
      locale={locale}
      outcome={outcome}
      intent="create_key"
      proof={proof}
      email={viewerEmail}
      messages={messages}
      here={path}
      signInText={texts.signInFirst}
      submit={<SubmitButton pendingText={forms.pending}>{texts.submit}</SubmitButton>}
      values={{ days: USUAL_LIFETIME }}
      problemTexts={{ privilege_escalation: texts.notHeld, conflict: texts.tooMany }}
      className="max-w-md"
    >
      <Field
        name="name"
        autoComplete="off"
        maxLength={80}
        required
        label={forms.name}
        hint={texts.nameHint}
      />
      {permissions.length > 0 ? (
        <CheckboxList
          name="permissions"
          label={apiKeys.columns.permissions}
          hint={texts.permissionsHint}
          options={permissions.map((name) => ({
            value: name,
            label: name,
            hint: meaningOf(name, messages),
            ticked: false,
          }))}
        />
      ) : (
        <p className="text-[0.8125rem] text-muted">
          <ListMarker name="permissions" />
          {texts.noPermissions}
        </p>
      )}
      <SelectField
        name="days"
        label={texts.lifetime}
        hint={texts.lifetimeHint}
        options={KEY_LIFETIMES.map((value) => ({ value, label: texts.lifetimes[value] }))}
      />
      <TextAreaField
        name="allowed_addresses"
        label={apiKeys.columns.addresses}
        aside={<Optional texts={forms} />}
        hint={texts.addressesHint}
        maxLength={2000}
      />
    </SensitiveForm>
  )
}

/** What a permission of the catalog allows; an application's own has no text here. */
function meaningOf(name: string, { permissions: { meanings } }: Messages): string | undefined {
  return ownValue(meanings, name)
}

/** A new key, shown until the viewer confirms having it. */
export function ShownKey({
  shown,
  action,
  locale,
  messages,
}: KeyFormProps & { shown: { name: string; key: string; expiresAt: string } }) {
  const texts = messages.apiKeys.shown
  return (
    <ShownOnceCard
      action={action}
      intent="key_seen"
      locale={locale}
      title={formatMessage(texts.label, { name: shown.name })}
      value={shown.key}
      once={<TextWithTime text={texts.once} at={shown.expiresAt} locale={locale} />}
      texts={texts}
    >
      <p className="text-muted">{texts.use}</p>
      <pre className="overflow-x-auto rounded-md border border-line bg-subtle px-4 py-3 font-mono text-xs">
        Authorization: Bearer {shown.key.slice(0, 12)}…
      </pre>
    </ShownOnceCard>
  )
}

/** Revokes a key after a confirmation. */
export function RevokeKey({
  shown: { id, name },
  action,
  locale,
  messages,
}: KeyFormProps & { shown: PresentedApiKey }) {
  const texts = messages.apiKeys.revoke
  const popover = `revoke-${id}`
  return (
    <>
      <Button
        variant="outline"
        size="sm"
        popoverTarget={popover}
        aria-label={formatMessage(texts.label, { name })}
      >
        {texts.submit}
      </Button>
      <ConfirmPopover
        id={popover}
        title={formatMessage(texts.title, { name })}
        text={texts.text}
        cancel={texts.cancel}
      >
        <PageForm
          action={action}
          locale={locale}
          intent="revoke_key"
          row={{ key_id: id }}
          toasts={{ key_revoked: texts.done }}
        >
          <SubmitButton variant="danger" pendingText={messages.forms.pending}>
            {texts.submit}
          </SubmitButton>
        </PageForm>
      </ConfirmPopover>
    </>
  )
}
