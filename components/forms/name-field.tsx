import { Field } from '@/components/forms/field'

/** What somebody who makes an account wants to be called; it may stay empty, as `optional` says. */
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
