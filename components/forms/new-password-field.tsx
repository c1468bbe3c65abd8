import { PasswordField } from '@/components/forms/password-field'
import { brandedMessages } from '@/lib/brand/branded-messages'
import { settings } from '@/lib/config/settings'
import { formatMessage } from '@/lib/i18n/format-message'
import type { Locale } from '@/lib/i18n/locale'

/** A password being chosen, with what it must be. */
export function NewPasswordField({ locale, name, label }: { locale: Locale; name: string; label: string }) {
  const { forms } = brandedMessages(locale)
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
