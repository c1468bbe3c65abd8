import { Field } from '@/components/forms/fields'
import { Checkbox } from '@/components/ui/form-controls'
import type { OwnPermission } from '@/lib/access/catalog'
import { permissionCatalog } from '@/lib/config/permission-catalog'
import { formatMessage } from '@/lib/i18n/format'
import type { Messages } from '@/lib/i18n/messages'
import { groupPermissions } from '@/lib/web/permission-groups'
import { ownPermissionField, permissionField } from '@/lib/web/role-draft'

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
        aside={<span className="text-[0.8125rem] text-muted">{messages.forms.optional}</span>}
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
  messages: Messages
}

/**
 * Permissions as checkboxes: those of the service grouped by subject, those of each application by
 * the groups it defines.
 */
export function PermissionChoice({ chosen, own, held, messages }: PermissionChoiceProps) {
  const { fields, resources } = messages.roles
  const texts = messages.permissions
  const boxOf = (name: string) => ({
    name,
    chosen: chosen.includes(name),
    reason: held.has(name) ? null : fields.notHeld,
  })
  const present = [...new Set(permissionCatalog.map(({ resource }) => resource))]
  return (
    <fieldset>
      <legend className="text-sm font-medium">{fields.permissions}</legend>
      <p className="mt-0.5 text-[0.8125rem] text-muted">{fields.permissionsHint}</p>
      <div className="mt-3 rounded-lg border border-line px-4 pt-4 md:columns-2 md:gap-8">
        {present.map((resource) => (
          <fieldset key={resource} className="min-w-0 break-inside-avoid pb-4">
            <legend className="mb-1.5 text-xs font-medium text-muted">{resources[resource]}</legend>
            <div className="grid gap-1">
              {permissionCatalog
                .filter((permission) => permission.resource === resource)
                .map(({ name }) => (
                  <PermissionBox
                    key={name}
                    {...boxOf(name)}
                    id={permissionField(name)}
                    meaning={texts.meanings[name]}
                  />
                ))}
            </div>
          </fieldset>
        ))}
      </div>
      {groupPermissions(own).map(({ application, groups }) => (
        <fieldset key={application} className="mt-4">
          <legend className="text-sm font-medium">
            {formatMessage(texts.applicationOf, { application })}
          </legend>
          <div className="mt-2 rounded-lg border border-line px-4 pt-4 md:columns-2 md:gap-8">
            {groups.map(({ group, permissions }) => (
              <fieldset key={group ?? ''} className="min-w-0 break-inside-avoid pb-4">
                <legend className="mb-1.5 text-xs font-medium break-words text-muted">
                  {group ?? texts.noGroup}
                </legend>
                <div className="grid gap-1">
                  {permissions.map(({ name, number, description }) => (
                    <PermissionBox
                      key={name}
                      {...boxOf(name)}
                      id={ownPermissionField(number)}
                      meaning={description}
                    />
                  ))}
                </div>
              </fieldset>
            ))}
          </div>
        </fieldset>
      ))}
    </fieldset>
  )
}

interface PermissionBoxProps {
  /** The name of the field. */
  id: string
  name: string
  meaning: string
  chosen: boolean
  /** Why it cannot be selected. */
  reason: string | null
}

function PermissionBox({ id, name, meaning, chosen, reason }: PermissionBoxProps) {
  return (
    <div className="flex items-start gap-2.5">
      <Checkbox
        // Otherwise browsers keep the boxes as they were checked for the previous draft.
        key={String(chosen)}
        id={id}
        name={id}
        value="on"
        defaultChecked={chosen}
        disabled={reason !== null}
        aria-describedby={`${id}-about`}
        className="mt-1"
      />
      <div className="min-w-0 py-0.5">
        <label htmlFor={id} className="block font-mono text-[0.8125rem] break-all">
          {name}
        </label>
        <p id={`${id}-about`} className="text-[0.8125rem] break-words text-muted">
          {meaning}
          {reason ? <span className="block italic">{reason}</span> : null}
        </p>
      </div>
    </div>
  )
}
