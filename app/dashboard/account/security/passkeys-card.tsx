import { KeyRound } from 'lucide-react'
import type { ReactNode } from 'react'
import {
  changePasskeyName,
  createPasskey,
  deletePasskey,
} from '@/app/dashboard/account/security/actions'
import { CurrentPasswordField } from '@/components/forms/account-fields'
import { Field } from '@/components/forms/fields'
import { PageForm } from '@/components/forms/page-form'
import { SignInAgainCard } from '@/components/forms/reauthentication'
import { SubmitButton } from '@/components/forms/submit-button'
import { PasskeyField } from '@/components/passkeys/passkey-field'
import { Badge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { Card, CardBody, CardFooter, CardHeader } from '@/components/ui/card'
import { TextLink } from '@/components/ui/links'
import { Disclosure, PopoverDialog, PopoverFooter } from '@/components/ui/popover'
import { formatDay, formatMessage, formatTimeAgo } from '@/lib/i18n/format'
import type { Locale } from '@/lib/i18n/locale'
import type { Messages } from '@/lib/i18n/messages'
import type { PasskeyRow } from '@/lib/identity/passkeys/passkey.store'
import type { ReauthMethod } from '@/lib/identity/sign-in/reauthenticate'
import type { FormOutcome } from '@/lib/web/form-outcome'
import { confirmPath, loginPath } from '@/lib/web/safe-redirect'

interface PasskeysProps {
  passkeys: PasskeyRow[]
  /** The relying party here: passkeys of another one can't be used. */
  rpId: string
  /** What removing a passkey asks for. */
  proof: ReauthMethod
  /** What adding one asks for. */
  additionProof: ReauthMethod
  email: string
  outcome: FormOutcome | null
  at: Date
  locale: Locale
  messages: Messages
}

const HERE = '/dashboard/account/security'

/** The user's passkeys, and the forms to add, rename and remove them. */
export function PasskeysCard(props: PasskeysProps) {
  const { passkeys, messages } = props
  const texts = messages.passkeys.card
  return (
    <Card>
      <CardHeader title={texts.title} lead={texts.text} />
      {passkeys.length === 0 ? (
        <CardBody className="text-muted">{texts.none}</CardBody>
      ) : (
        <ul className="mt-4 divide-y divide-line border-t border-line">
          {passkeys.map((passkey) => (
            <PasskeyItem key={passkey.id} {...props} passkey={passkey} />
          ))}
        </ul>
      )}
      <CardFooter>
        <AddPasskey {...props} />
      </CardFooter>
    </Card>
  )
}

function PasskeyItem({ passkey, ...props }: PasskeysProps & { passkey: PasskeyRow }) {
  const { rpId, at, locale, messages } = props
  const texts = messages.passkeys.card
  const { name, createdAt, lastUsedAt } = passkey
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-3 px-5 py-4 sm:px-6">
      <span className="grid size-10 place-items-center rounded-lg border border-line bg-raised shadow-control">
        <KeyRound aria-hidden className="size-5" />
      </span>
      <div className="min-w-0 flex-1 basis-48">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <span className="min-w-0 font-medium wrap-anywhere">{name}</span>
          {passkey.backedUp ? <Badge>{texts.synced}</Badge> : null}
          {passkey.rpId === rpId ? null : <Badge tone="warning">{texts.elsewhere}</Badge>}
        </p>
        <p className="text-[0.8125rem] text-muted">
          {formatMessage(texts.created, { day: formatDay(createdAt, locale) })}
          {' · '}
          {lastUsedAt
            ? formatMessage(texts.used, { time: formatTimeAgo(lastUsedAt, at, locale) })
            : texts.neverUsed}
        </p>
      </div>
      <div className="flex flex-wrap gap-2">
        <Rename {...props} passkey={passkey} />
        <Remove {...props} passkey={passkey} />
      </div>
    </li>
  )
}

type ItemProps = PasskeysProps & { passkey: PasskeyRow }

function Rename({ passkey: { id, name }, outcome, locale, messages }: ItemProps) {
  const texts = messages.passkeys.card
  const popover = `rename-${id}`
  return (
    <>
      <Button
        variant="outline"
        size="sm"
        popoverTarget={popover}
        aria-label={formatMessage(texts.renameLabel, { name })}
      >
        {texts.rename}
      </Button>
      <PopoverDialog
        id={popover}
        title={formatMessage(texts.renameTitle, { name })}
        text={texts.renameText}
      >
        <PageForm
          onlyField="name"
          action={changePasskeyName}
          locale={locale}
          outcome={outcome}
          intent="passkey_rename"
          row={{ passkey_id: id }}
          values={{ name }}
          className="gap-5 px-5 sm:px-6"
        >
          <Field name="name" maxLength={80} required autoComplete="off" label={texts.name} />
          <div className="-mx-5 sm:-mx-6">
            <PopoverFooter id={popover} cancel={texts.cancel}>
              <SubmitButton pendingText={messages.forms.pending}>{texts.save}</SubmitButton>
            </PopoverFooter>
          </div>
        </PageForm>
      </PopoverDialog>
    </>
  )
}

function Remove({ passkey: { id, name }, ...props }: ItemProps) {
  const { outcome, locale, messages } = props
  const texts = messages.passkeys.card
  const popover = `remove-${id}`
  return (
    <>
      <Button
        variant="dangerOutline"
        size="sm"
        popoverTarget={popover}
        aria-label={formatMessage(texts.removeLabel, { name })}
      >
        {texts.remove}
      </Button>
      <PopoverDialog
        id={popover}
        title={formatMessage(texts.removeTitle, { name })}
        text={texts.removeText}
      >
        <PageForm
          onlyField="current_password"
          action={deletePasskey}
          locale={locale}
          outcome={outcome}
          intent="passkey_remove"
          row={{ passkey_id: id }}
          className="gap-5 px-5 sm:px-6"
          recoveryActions={removalRecoveryActions(props)}
        >
          <Proof {...props} />
          <div className="-mx-5 sm:-mx-6">
            <PopoverFooter id={popover} cancel={texts.cancel}>
              <SubmitButton variant="danger" pendingText={messages.forms.pending}>
                {texts.removePasskey}
              </SubmitButton>
            </PopoverFooter>
          </div>
        </PageForm>
      </PopoverDialog>
    </>
  )
}

/**
 * Needs script; the note says so where it is missing. An account without a password first signs in
 * again, because the form can't ask for anything then.
 */
function AddPasskey(props: PasskeysProps) {
  const { additionProof, outcome, locale, messages } = props
  const texts = messages.passkeys.card
  return (
    <Disclosure label={texts.add} open={outcome?.form === 'passkey_add'}>
      {additionProof === 'sign-in' ? (
        <div className="grid justify-items-start gap-3">
          <SignInAgainCard messages={messages} here={HERE} text={texts.signInText} />
          {linkToConfirm(props)}
        </div>
      ) : (
        <PageForm
          action={createPasskey}
          locale={locale}
          outcome={outcome}
          intent="passkey_add"
          className="max-w-md"
        >
          <PasskeyField
            use="create"
            texts={messages.passkeys.ceremony}
            unavailable={<p className="text-muted">{texts.unavailable}</p>}
          >
            <p className="text-muted">{texts.addText}</p>
            <Field
              name="name"
              maxLength={80}
              autoComplete="off"
              label={texts.name}
              hint={texts.nameHint}
            />
            <Proof {...props} proof={additionProof} />
            <div>
              <SubmitButton pendingText={messages.forms.pending}>{texts.add}</SubmitButton>
            </div>
          </PasskeyField>
        </PageForm>
      )}
    </Disclosure>
  )
}

function Proof(props: PasskeysProps) {
  if (props.proof !== 'password') return null
  return (
    <CurrentPasswordField
      name="current_password"
      email={props.email}
      texts={props.messages.forms}
      aside={linkToConfirm(props)}
    />
  )
}

interface ConfirmLinkProps {
  passkeys: readonly PasskeyRow[]
  /** Null while passkeys are off. */
  rpId: string | null
  messages: Messages
}

/** A link to confirm the account with a passkey; null if none of them works here. */
function linkToConfirm({ passkeys, rpId, messages }: ConfirmLinkProps): ReactNode {
  if (!passkeys.some((passkey) => passkey.rpId === rpId)) return null
  return (
    <TextLink alone href={confirmPath(HERE)} className="text-[0.8125rem]">
      {messages.passkeys.useInstead}
    </TextLink>
  )
}

/**
 * What to offer when a passkey can't be removed. Signing in again is always offered if required:
 * the passkey that would confirm the account may be the lost one.
 */
export const removalRecoveryActions = (props: ConfirmLinkProps) => ({
  reauthentication_required: (
    <span className="flex flex-wrap gap-x-4">
      <TextLink alone href={loginPath(HERE)}>
        {props.messages.ownAccount.signInAgain}
      </TextLink>
      {linkToConfirm(props)}
    </span>
  ),
  last_way_in: (
    <TextLink alone href="/dashboard/account/password">
      {props.messages.passkeys.card.setPassword}
    </TextLink>
  ),
})
