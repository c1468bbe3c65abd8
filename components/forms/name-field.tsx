import { Field } from '@/components/forms/field'

/** The optional display name of a new account. */
export function NameField({ label, optional }: { label: string; optional: string }) {
  return (
    <Field
      name="name"
      autoComplete="name"
      maxLength={100}
      label={label}
      aside={<span className="text-[0.8125rem] text-muted">{optional}</span>}
    />
  )
}
