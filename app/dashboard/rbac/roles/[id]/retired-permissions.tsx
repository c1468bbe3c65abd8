import { Checkbox } from '@/components/ui/checkbox'
import type { Messages } from '@/lib/i18n/messages'

interface RetiredPermissionsProps {
  names: readonly string[]
  /** Whether the box that takes them out is set; undefined shows none. */
  drop?: boolean
  texts: Messages['roles']['detail']
}

/** The permissions of a role that left the service: without effect until they return. */
export function RetiredPermissions({ names, drop, texts }: RetiredPermissionsProps) {
  return (
    <section className="rounded-lg border border-warning-line bg-warning-soft p-4">
      <h3 className="text-sm font-medium">{texts.retiredTitle}</h3>
      <p className="mt-1 text-[0.8125rem] text-muted">{texts.retiredText}</p>
      <ul className="mt-2 flex flex-wrap gap-x-3 gap-y-1 font-mono text-[0.8125rem]">
        {names.map((name) => (
          <li key={name}>{name}</li>
        ))}
      </ul>
      {drop === undefined ? null : (
        <label className="mt-2 flex min-h-6 items-center gap-2.5">
          <Checkbox
            key={String(drop)}
            name="drop_retired"
            value="on"
            defaultChecked={drop}
            className="mt-0"
          />
          {texts.dropRetired}
        </label>
      )}
    </section>
  )
}
