'use client'

import { useState } from 'react'
import { selectUsers } from '@/app/dashboard/users/actions'
import { useSelectedRows } from '@/components/data-table/row-selection'
import { BareForm } from '@/components/forms/bare-forms'
import type { ClientTexts } from '@/components/forms/form-submission'
import { ListMarker } from '@/components/forms/hidden-fields'
import { Button } from '@/components/ui/button'
import { Select } from '@/components/ui/form-controls'
import { FieldMessage } from '@/components/ui/live-region'
import { useHydrated } from '@/components/ui/use-hydrated'
import { formatCount } from '@/lib/i18n/format'
import type { Locale } from '@/lib/i18n/locale'
import type { Messages } from '@/lib/i18n/messages'
import type { BoundedCount } from '@/lib/platform/pagination'
import type { BulkKind } from '@/lib/users/bulk/bulk-kinds'
import type { UsersQuery } from '@/lib/web/users-query'

/** The form that the row checkboxes belong to. */
export const BULK_FORM = 'bulk'

interface BulkBarProps {
  /** The actions that the viewer may take on users. */
  kinds: readonly BulkKind[]
  /** How many users match the filters. */
  total: BoundedCount
  filters: UsersQuery['filters']
  locale: Locale
  texts: Messages['bulkActions']
  noSelection: string
  clientTexts: ClientTexts
}

/**
 * Actions for the selected users, or for the whole list, once a user in the `group/rows` around it
 * is selected; always without JavaScript. Leads to a preview and changes nothing.
 */
export function BulkBar({
  kinds,
  total,
  filters,
  locale,
  texts,
  noSelection,
  clientTexts,
}: BulkBarProps) {
  const { bar, faults } = texts
  const { selected } = useSelectedRows(BULK_FORM)
  const [refused, setRefused] = useState(false)
  const hydrated = useHydrated()
  return (
    <BareForm
      id={BULK_FORM}
      action={selectUsers}
      texts={clientTexts}
      explain={({ errors }) => faultOf(errors, total, faults)}
      aria-label={bar.label}
      onSubmit={(event) => {
        const scope = new FormData(event.currentTarget).get('scope')
        const nothingSelected = scope !== 'all' && selected === 0
        if (nothingSelected) event.preventDefault()
        setRefused(nothingSelected)
      }}
      onChange={() => setRefused(false)}
      // Below the rows, because they would move under the pointer with the first selection.
      className="sticky bottom-0 hidden flex-wrap items-center gap-2 border-t border-line bg-canvas px-5 py-2.5 sm:px-6 group-has-[[data-select-row]:checked]/rows:flex noscript:static noscript:flex [html:has([data-sticky=bottom])_&]:static"
    >
      <input type="hidden" name="intent" value="bulk" />
      <ListMarker name="user_ids" />
      {Object.entries(filters).map(([name, value]) => (
        <input
          key={name}
          type="hidden"
          // The form's own `kind` is the action.
          name={name === 'kind' ? 'user_kind' : name}
          value={value}
        />
      ))}
      <Select name="scope" aria-label={bar.scope} className="max-w-64">
        <option value="picked">
          {hydrated ? formatCount(bar.selected, selected, locale) : bar.picked}
        </option>
        <option value="all" disabled={total.more}>
          {total.more ? bar.allTooMany : formatCount(bar.all, total.count, locale)}
        </option>
      </Select>
      <Select name="kind" aria-label={bar.kind} required defaultValue="">
        <option value="">{bar.choose}</option>
        {kinds.map((kind) => (
          <option key={kind} value={kind}>
            {texts.kinds[kind]}
          </option>
        ))}
      </Select>
      <Button type="submit" variant="outline">
        {bar.review}
      </Button>
      <FieldMessage>{refused && selected === 0 ? noSelection : null}</FieldMessage>
    </BareForm>
  )
}

function faultOf(
  errors: Record<string, string>,
  total: BoundedCount,
  texts: Messages['bulkActions']['faults'],
): string | null {
  if ('kind' in errors) return texts.noKind
  if ('filter' in errors && total.more) return texts.tooMany
  return errors.filter ?? errors.user_ids ?? null
}
