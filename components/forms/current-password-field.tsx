import type { ReactNode } from 'react'
import { PasswordField } from '@/components/forms/password-field'
import type { Messages } from '@/lib/i18n/messages'

interface CurrentPasswordFieldProps {
  name: 'password' | 'current_password'
  /** Whose password it is: password managers want to know. */
  email: string
  texts: Messages['forms']
  aside?: ReactNode
}

/** The current password, asked for again before a sensitive change. */
export function CurrentPasswordField({ name, email, texts, aside }: CurrentPasswordFieldProps) {
  return (
    <>
      <input type="text" name="username" autoComplete="username" defaultValue={email} readOnly hidden />
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
