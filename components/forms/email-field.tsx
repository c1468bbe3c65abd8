import { Field } from '@/components/forms/field'

/** The e-mail address that names an account; password managers know it as the user name. */
export function EmailField({ label }: { label: string }) {
  return (
    <Field
      name="email"
      type="email"
      inputMode="email"
      autoComplete="username"
      autoCapitalize="none"
      spellCheck={false}
      required
      label={label}
    />
  )
}
