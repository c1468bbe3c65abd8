import { PasswordField } from '@/components/forms/password-field'
import type { Messages } from '@/lib/i18n/messages'

/** The password of the account, asked for before its second factor is touched. */
export function OwnerPasswordField({ email, messages }: { email: string; messages: Messages }) {
  const { forms } = messages
  return (
    <>
      {/* Tells password managers whose password it is. */}
      <input type="text" name="username" autoComplete="username" defaultValue={email} readOnly hidden />
      <PasswordField
        name="password"
        autoComplete="current-password"
        label={forms.currentPassword}
        texts={{ showPassword: forms.showPassword, hidePassword: forms.hidePassword }}
      />
    </>
  )
}
