import type { ComponentProps, ReactNode } from 'react'
import { CurrentPasswordField } from '@/components/forms/account-fields'
import { PageForm } from '@/components/forms/page-form'
import { buttonClasses } from '@/components/ui/button'
import type { Messages } from '@/lib/i18n/messages'
import type { ReauthMethod } from '@/lib/identity/sign-in/reauthenticate'
import { loginPath } from '@/lib/web/safe-redirect'

interface PasswordProofProps {
  proof: ReauthMethod
  /** The viewer's own address, for password managers. */
  email: string
  messages: Messages
}

interface SensitiveFormProps extends PasswordProofProps, ComponentProps<typeof PageForm> {
  /** The page, to come back to after signing in again. */
  here: string
  /** Why to sign in again. */
  signInText: string
  /** The submit button: it follows the password. */
  submit: ReactNode
}

/**
 * A form for a sensitive change. If the last sign-in is too long ago, it asks for the password too;
 * for accounts without one, it is replaced by a link to sign in again.
 */
export function SensitiveForm({
  proof,
  email,
  messages,
  here,
  signInText,
  submit,
  children,
  ...form
}: SensitiveFormProps) {
  if (proof === 'sign-in') return <SignInAgainCard text={signInText} {...{ messages, here }} />
  return (
    <PageForm {...form}>
      {children}
      <PasswordProof {...{ proof, email, messages }} />
      <div>{submit}</div>
    </PageForm>
  )
}

function PasswordProof({ proof, email, messages }: PasswordProofProps) {
  if (proof !== 'password') return null
  return <CurrentPasswordField name="password" email={email} texts={messages.forms} />
}

/** Asks for the password, and says why, if the last sign-in is too long ago; otherwise nothing. */
export function ConfirmPassword(props: PasswordProofProps) {
  if (props.proof !== 'password') return null
  return (
    <div className="grid gap-2 rounded-lg border border-line bg-canvas p-4">
      <p className="text-muted">{props.messages.settings.proofText}</p>
      <PasswordProof {...props} />
    </div>
  )
}

interface SignInAgainProps {
  messages: Messages
  here: string
  /** Why; by default, to change settings. */
  text?: string
}

/** For accounts without a password: a link to sign in again. */
export function SignInAgainCard({
  messages,
  here,
  text = messages.settings.signInText,
}: SignInAgainProps) {
  return (
    <div className="grid justify-items-start gap-3">
      <p className="text-pretty">{text}</p>
      <a className={buttonClasses({ variant: 'outline' })} href={loginPath(here)}>
        {messages.ownAccount.signInAgain}
      </a>
    </div>
  )
}
