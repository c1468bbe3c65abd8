'use client'

import { Eye, EyeOff } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { FieldFrame } from '@/components/forms/field'
import { useHydrated } from '@/components/ui/use-hydrated'
import { Input } from '@/components/ui/input'

interface PasswordFieldProps {
  name: string
  label: string
  hint?: ReactNode
  aside?: ReactNode
  autoComplete: 'current-password' | 'new-password'
  texts: { showPassword: string; hidePassword: string }
}

/** A password input. Its value is never given back by the server; with JavaScript it can be shown while typing. */
export function PasswordField({ name, label, hint, aside, autoComplete, texts }: PasswordFieldProps) {
  const hydrated = useHydrated()
  const [visible, setVisible] = useState(false)
  const Icon = visible ? EyeOff : Eye
  return (
    <FieldFrame name={name} label={label} hint={hint} aside={aside}>
      {({ defaultValue: _never, ...control }) => (
        <div className="relative">
          <Input
            {...control}
            type={visible ? 'text' : 'password'}
            autoComplete={autoComplete}
            autoCapitalize="none"
            autoCorrect="off"
            spellCheck={false}
            required
            className={hydrated ? 'pr-10' : undefined}
          />
          {hydrated ? (
            <button
              type="button"
              aria-label={visible ? texts.hidePassword : texts.showPassword}
              aria-controls={control.id}
              onClick={() => setVisible(!visible)}
              className="absolute inset-y-0 right-0 grid w-9 place-items-center rounded-md text-muted transition-colors hover:text-ink focus-visible:-outline-offset-2"
            >
              <Icon aria-hidden className="size-4" />
            </button>
          ) : null}
        </div>
      )}
    </FieldFrame>
  )
}
