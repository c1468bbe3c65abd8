import type { ReactNode } from 'react'
import { Field, PasswordField } from '@/components/forms/fields'
import { Optional } from '@/components/forms/optional'
import { brandedMessages } from '@/lib/brand/brand'
import { settings } from '@/lib/config/settings'
import { formatMessage } from '@/lib/i18n/format'
import type { Locale } from '@/lib/i18n/locale'
import type { Messages } from '@/lib/i18n/messages'

/**
 * The email address of an account, which password managers treat as the user name. `passkeys`: the
 * browser may offer passkeys in it.
 */
export function EmailField({ label, passkeys = false }: { label: string; passkeys?: boolean }) {
  return (
    <Field
      name="email"
      type="email"
      inputMode="email"
      autoComplete={passkeys ? 'username webauthn' : 'username'}
      autoCapitalize="none"
      spellCheck={false}
      required
      label={label}
    />
  )
}

export function NameField({ texts }: { texts: Messages['forms'] }) {
  return (
    <Field
      name="name"
      autoComplete="name"
      maxLength={100}
      label={texts.name}
      aside={<Optional texts={texts} />}
    />
  )
}

interface CurrentPasswordFieldProps {
  name: 'password' | 'current_password'
  /** The account's email address, for password managers. */
  email: string
  texts: Messages['forms']
  aside?: ReactNode
}

/** The current password, asked for again before a sensitive change. */
export function CurrentPasswordField({ name, email, texts, aside }: CurrentPasswordFieldProps) {
  return (
    <>
      <input
        type="text"
        name="username"
        autoComplete="username"
        defaultValue={email}
        readOnly
        hidden
      />
      <PasswordField
        name={name}
        autoComplete="current-password"
        label={texts.currentPassword}
        texts={{ showPassword: texts.showPassword, hidePassword: texts.hidePassword }}
        aside={aside}
      />
    </>
  )
}

/** A new password, with its requirements. */
export function NewPasswordField({
  locale,
  name,
  label,
}: {
  locale: Locale
  name: string
  label: string
}) {
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
