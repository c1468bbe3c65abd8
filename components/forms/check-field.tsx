import { useId, type ComponentProps } from 'react'
import { Checkbox } from '@/components/ui/checkbox'

interface CheckFieldProps extends Omit<ComponentProps<'input'>, 'id' | 'type' | 'name' | 'value'> {
  name: string
  label: string
  hint?: string
}

/** A labelled box to tick; ticked, it posts `true`. */
export function CheckField({ name, label, hint, ...rest }: CheckFieldProps) {
  const id = useId()
  return (
    <div className="grid grid-cols-[auto_1fr] items-start gap-x-2.5">
      <Checkbox
        id={id}
        name={name}
        value="true"
        aria-describedby={hint ? `${id}-hint` : undefined}
        {...rest}
      />
      <label htmlFor={id} className="text-sm font-medium">
        {label}
      </label>
      {hint ? (
        <p id={`${id}-hint`} className="col-start-2 text-[0.8125rem] text-muted">
          {hint}
        </p>
      ) : null}
    </div>
  )
}
