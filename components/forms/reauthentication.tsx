import { CurrentPasswordField } from '@/components/forms/account-fields'
import { buttonClasses } from '@/components/ui/button'
import { TextLink } from '@/components/ui/links'
import type { Messages } from '@/lib/i18n/messages'
import type { ReauthMethod } from '@/lib/identity/sign-in/reauthenticate'
import { loginPath } from '@/lib/web/safe-redirect'

/** What to offer when the ten minutes since sign-in passed while the page was open. */
export function signInMethods(messages: Messages, here: string) {
  return {
    reauthentication_required: (
      <TextLink alone href={loginPath(here)}>
        {messages.settings.signInAgain}
      </TextLink>
    ),
  }
}

interface ConfirmPasswordProps {
  proof: ReauthMethod
  email: string
  messages: Messages
}

/** Asks for the password if the last sign-in is too long ago; otherwise nothing. */
export function ConfirmPassword({ proof, email, messages }: ConfirmPasswordProps) {
  if (proof !== 'password') return null
  return (
    <div className="grid gap-2 rounded-lg border border-line bg-canvas p-4">
      <p className="text-muted">{messages.settings.proofText}</p>
      <CurrentPasswordField name="password" email={email} texts={messages.forms} />
    </div>
  )
}

/** For accounts without a password: a link to sign in again. */
export function SignInAgainCard({ messages, here }: { messages: Messages; here: string }) {
  return (
    <div className="grid justify-items-start gap-3">
      <p className="text-pretty">{messages.settings.signInText}</p>
      <a className={buttonClasses({ variant: 'outline' })} href={loginPath(here)}>
        {messages.settings.signInAgain}
      </a>
    </div>
  )
}
