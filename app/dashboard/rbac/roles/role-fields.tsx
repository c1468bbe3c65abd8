import { groupPermissions } from '@/app/dashboard/rbac/permission-groups'
import { ListError } from '@/components/forms/choice-lists'
import { Field } from '@/components/forms/fields'
import { ListMarker } from '@/components/forms/hidden-fields'
import { Optional } from '@/components/forms/optional'
import { Checkbox } from '@/components/ui/form-controls'
import type { OwnPermission } from '@/lib/access/catalog'
import { permissionCatalog } from '@/lib/config/permission-catalog'
import { formatMessage } from '@/lib/i18n/format'
import type { Messages } from '@/lib/i18n/messages'

/** The name and description fields of a role. */
export function RoleTextFields({ messages }: { messages: Messages }) {
  const { fields } = messages.roles
  return (
    <div className="grid max-w-xl gap-4">
      <Field
        name="name"
        label={fields.name}
        hint={fields.nameHint}
        maxLength={64}
        autoComplete="off"
      />
      <Field
        name="description"
        label={fields.description}
        hint={fields.descriptionHint}
        maxLength={500}
        autoComplete="off"
        aside={<Optional texts={messages.forms} />}
      />
    </div>
  )
}

interface PermissionChoiceProps {
  /** The checked permissions. */
  chosen: readonly string[]
  /** The permissions of applications. */
  own: readonly OwnPermission[]
  /** The actor's permissions: no one can grant a permission they don't have. */
  held: ReadonlySet<string>
  /** The field of a permission; by default that of the API. */
  toField?: (permission: {
    name: string
    number?: number
  }) => readonly [name: string, value: string]
  messages: Messages
}

/**
 * Permissions as checkboxes: those of the service grouped by subject, those of each application by
 * the groups it defines.
 */
export function PermissionChoice({
  chosen,
  own,
  held,
  toField = ({ name }) => ['permissions', name],
  messages,
}: PermissionChoiceProps) {
  const { fields, resources } = messages.roles
  const texts = messages.permissions
  const boxOf = (permission: { name: string; number?: number }) => ({
    name: permission.name,
    field: toField(permission),
    chosen: chosen.includes(permission.name),
    reason: held.has(permission.name) ? null : fields.notHeld,
  })
  const present = [...new Set(permissionCatalog.map(({ resource }) => resource))]
  return (
    <fieldset className="min-w-0">
      <legend className="text-sm font-medium">{fields.permissions}</legend>
      <ListMarker name="permissions" />
      <p className="mt-0.5 text-[0.8125rem] text-muted">{fields.permissionsHint}</p>
      <div className="mt-3 rounded-lg border border-line px-4 pt-4 md:columns-2 md:gap-8">
        {present.map((resource) => (
          <fieldset key={resource} className="min-w-0 break-inside-avoid pb-4">
            <legend className="mb-1.5 text-xs font-medium text-muted">{resources[resource]}</legend>
            <div className="grid gap-1">
              {permissionCatalog
                .filter((permission) => permission.resource === resource)
                .map(({ name }) => (
                  <PermissionBox key={name} {...boxOf({ name })} meaning={texts.meanings[name]} />
                ))}
            </div>
          </fieldset>
        ))}
      </div>
      {groupPermissions(own).map(({ application, groups }) => (
        <fieldset key={application} className="mt-4 min-w-0">
          <legend className="text-sm font-medium">
            {formatMessage(texts.applicationOf, { application })}
          </legend>
          <div className="mt-2 rounded-lg border border-line px-4 pt-4 md:columns-2 md:gap-8">
            {groups.map(({ group, permissions }) => (
              <fieldset key={group ?? ''} className="min-w-0 break-inside-avoid pb-4">
                <legend className="mb-1.5 text-xs font-medium wrap-anywhere text-muted">
                  {group ?? texts.noGroup}
                </legend>
                <div className="grid gap-1">
                  {permissions.map(({ name, number, description }) => (
                    <PermissionBox key={name} {...boxOf({ name, number })} meaning={description} />
                  ))}
                </div>
              </fieldset>
            ))}
          </div>
        </fieldset>
      ))}
      <ListError name="permissions" />
    </fieldset>
  )
}

interface PermissionBoxProps {
  name: string
  field: readonly [name: string, value: string]
  meaning: string
  chosen: boolean
  /** Why it cannot be selected. */
  reason: string | null
}

function PermissionBox({ name, field, meaning, chosen, reason }: PermissionBoxProps) {
  const id = `permission-${name}`
  return (
    <div className="flex items-start gap-2.5">
      <Checkbox
        // Otherwise browsers keep the boxes as they were checked for the previous draft.
        key={String(chosen)}
        id={id}
        name={field[0]}
        value={field[1]}
        defaultChecked={chosen}
        disabled={reason !== null}
        aria-describedby={`${id}-about`}
        className="mt-1"
      />
      <div className="min-w-0 py-0.5">
        <label htmlFor={id} className="block font-mono text-[0.8125rem] break-all">
          {name}
        </label>
        <p id={`${id}-about`} className="text-[0.8125rem] wrap-anywhere text-muted">
          {meaning}
          {reason ? <span className="block italic">{reason}</span> : null}
        </p>
      </div>
    </div>
  )
}
