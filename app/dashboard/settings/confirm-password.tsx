import { CurrentPasswordField } from '@/components/forms/current-password-field'
import { buttonClasses } from '@/components/ui/button'
import type { Proof } from '@/lib/auth/find-own-account-state'
import type { Messages } from '@/lib/i18n/messages'
import { loginPath } from '@/lib/web/safe-redirect'

interface ConfirmPasswordProps {
  proof: Proof
  email: string
  messages: Messages
}

/** Asks for the password where the last sign-in is too long ago; nothing otherwise. */
export function ConfirmPassword({ proof, email, messages }: ConfirmPasswordProps) {
  if (proof !== 'password') return null
  return (
    <div className="grid gap-2 rounded-lg border border-line bg-canvas p-4">
      <p className="text-muted">{messages.settings.proofText}</p>
      <CurrentPasswordField name="password" email={email} texts={messages.forms} />
    </div>
  )
}

/** For accounts without a password: the way to sign in again. */
export function SignInAgain({ messages, here }: { messages: Messages; here: string }) {
  return (
    <div className="grid justify-items-start gap-3">
      <p className="text-pretty">{messages.settings.signInText}</p>
      <a className={buttonClasses({ variant: 'outline' })} href={loginPath(here)}>
        {messages.settings.signInAgain}
      </a>
    </div>
  )
}
