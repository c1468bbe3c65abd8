'use client'

import { useEffect, useRef, useState } from 'react'
import { Checkbox } from '@/components/ui/form-controls'
import { useHydrated } from '@/components/ui/use-hydrated'

const BOX = 'cursor-pointer align-middle'

interface SelectRowProps {
  /** The id of the form that the checkbox belongs to, anywhere on the page. */
  form: string
  name: string
  value: string
  /** Names the row. */
  label: string
}

/** The checkbox that selects one row of a table. */
export function SelectRow({ label, ...box }: SelectRowProps) {
  return <Checkbox {...box} data-select-row aria-label={label} className={BOX} />
}

/**
 * The checkbox that selects every row. Without JavaScript, which it needs, only its name is left as
 * the column's.
 */
export function SelectAllRows({ form, label }: { form: string; label: string }) {
  const { selected, rows } = useSelectedRows(form)
  const box = useRef<HTMLInputElement>(null)
  const hydrated = useHydrated()
  const all = rows > 0 && selected === rows
  useEffect(() => {
    if (box.current) box.current.indeterminate = selected > 0 && !all
  }, [selected, all, hydrated])
  if (!hydrated) return <span className="sr-only">{label}</span>
  return (
    <Checkbox
      ref={box}
      checked={all}
      onChange={({ target }) => selectAll(form, target.checked)}
      aria-label={label}
      className={BOX}
    />
  )
}

/** The number of selectable rows on the page and how many of them are selected. */
export function useSelectedRows(form: string): { selected: number; rows: number } {
  const [count, setCount] = useState({ selected: 0, rows: 0 })
  useEffect(() => {
    const look = () => {
      const boxes = boxesOf(form)
      const next = { selected: boxes.filter(({ checked }) => checked).length, rows: boxes.length }
      setCount((last) => (last.selected === next.selected && last.rows === next.rows ? last : next))
    }
    // Also after each render: the rows may have changed.
    look()
    document.addEventListener('change', look)
    return () => document.removeEventListener('change', look)
  })
  return count
}

function boxesOf(form: string): HTMLInputElement[] {
  const found = document.getElementById(form)
  if (!(found instanceof HTMLFormElement)) return []
  return [...found.elements].filter(
    (field): field is HTMLInputElement =>
      field instanceof HTMLInputElement && field.type === 'checkbox',
  )
}

function selectAll(form: string, checked: boolean): void {
  const boxes = boxesOf(form)
  for (const box of boxes) box.checked = checked
  boxes.at(-1)?.dispatchEvent(new Event('change', { bubbles: true }))
}
