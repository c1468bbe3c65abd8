'use client'

import { useFormState } from '@/components/forms/form-context'
import { Alert } from '@/components/ui/alert'

/** Says which template a draft is from, and posts it along; here as well why it cannot be used any more. */
export function TemplateNote({ id, text }: { id: string; text: string }) {
  const { errors } = useFormState()
  return (
    <div>
      <input type="hidden" name="template_id" value={id} />
      <Alert>{text}</Alert>
      <p role="alert" className="mt-1.5 text-[0.8125rem] text-danger empty:hidden">
        {errors.template_id}
      </p>
    </div>
  )
}
