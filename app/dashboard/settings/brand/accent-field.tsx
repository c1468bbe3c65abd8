'use client'

import { useState } from 'react'
import { FieldFrame, type ControlProps } from '@/components/forms/field'
import { Input } from '@/components/ui/input'
import { useHydrated } from '@/components/ui/use-hydrated'
import { isColor } from '@/lib/config/color-contrast'

/** What the picker shows while no color is set: about --accent of app/globals.css. */
const BUILT_IN = '#2453c8'

interface AccentFieldProps {
  name: string
  label: string
  hint: string
  /** What the color picker is called. */
  pickerLabel: string
}

/** A color as `#rrggbb`, which can also be picked where JavaScript runs. */
export function AccentField({ pickerLabel, ...field }: AccentFieldProps) {
  return (
    <FieldFrame {...field}>
      {(control) => <Controls key={control.defaultValue} control={control} pickerLabel={pickerLabel} />}
    </FieldFrame>
  )
}

function Controls({ control, pickerLabel }: { control: ControlProps; pickerLabel: string }) {
  const { defaultValue = '', ...rest } = control
  const [text, setText] = useState(defaultValue)
  const picks = useHydrated()
  const color = text.trim().toLowerCase()
  return (
    <div className="flex gap-2">
      <Input
        {...rest}
        value={text}
        onChange={(event) => setText(event.target.value)}
        maxLength={32}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        className="max-w-40 font-mono"
      />
      {picks ? (
        <input
          type="color"
          aria-label={pickerLabel}
          value={isColor(color) ? color : BUILT_IN}
          onChange={(event) => setText(event.target.value)}
          className="h-9 w-12 cursor-pointer rounded-md border border-line-strong bg-raised p-1 shadow-control"
        />
      ) : null}
    </div>
  )
}
