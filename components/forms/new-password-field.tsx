import { PasswordField } from '@/components/forms/password-field'
import { settings } from '@/lib/config/settings'
import { formatMessage } from '@/lib/i18n/format-message'
import type { Locale } from '@/lib/i18n/locale'
import { messagesFor } from '@/lib/i18n/messages'

/** A password being chosen, with what it must be. */
export function NewPasswordField({ locale, name, label }: { locale: Locale; name: string; label: string }) {
  const { forms } = messagesFor(locale)
  return (
    <PasswordField
      name={name}
      autoComplete="new-password"
      label={label}
      hint={formatMessage(forms.newPasswordHint, { min: settings().passwords.minLength })}
      texts={{ showPassword: forms.showPassword, hidePassword: forms.hidePassword }}
    />
  )
}
