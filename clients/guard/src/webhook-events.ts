// Written by scripts/write-client-types.mjs from the OpenAPI document.
export interface components {
    schemas: {
        WebhookEvent: components["schemas"]["UserActivatedEvent"] | components["schemas"]["UserApprovedEvent"] | components["schemas"]["UserCreatedEvent"] | components["schemas"]["UserDeactivatedEvent"] | components["schemas"]["UserDeclinedEvent"] | components["schemas"]["UserDeletedEvent"] | components["schemas"]["UserEmailVerifiedEvent"] | components["schemas"]["UserErasedEvent"] | components["schemas"]["UserMfaDisabledEvent"] | components["schemas"]["UserMfaEnabledEvent"] | components["schemas"]["UserPasswordChangedEvent"] | components["schemas"]["UserRestoredEvent"] | components["schemas"]["UserRolesChangedEvent"] | components["schemas"]["UserUpdatedEvent"] | components["schemas"]["SessionRevokedEvent"] | components["schemas"]["RoleCreatedEvent"] | components["schemas"]["RoleDeletedEvent"] | components["schemas"]["RolePermissionsChangedEvent"] | components["schemas"]["RoleUpdatedEvent"] | components["schemas"]["PermissionCreatedEvent"] | components["schemas"]["PermissionRetiredEvent"] | components["schemas"]["PermissionUpdatedEvent"] | components["schemas"]["PaymentCreatedEvent"] | components["schemas"]["PaymentRefundFailedEvent"] | components["schemas"]["PaymentRefundRequestedEvent"] | components["schemas"]["PaymentRefundedEvent"] | components["schemas"]["PaymentStatusChangedEvent"] | components["schemas"]["NotificationCancelledEvent"] | components["schemas"]["NotificationFinishedEvent"] | components["schemas"]["NotificationSentEvent"] | components["schemas"]["WebhookTestEvent"];
        UserActivatedEvent: {
            /** @constant */
            type: "user.activated";
            /**
             * Format: date-time
             * @description When it happened
             */
            timestamp: string;
            data: {
                /** Format: uuid */
                user_id: string;
                /**
                 * Format: uuid
                 * @description Missing if no user did it
                 */
                actor_id?: string;
            };
        };
        UserApprovedEvent: {
            /** @constant */
            type: "user.approved";
            /**
             * Format: date-time
             * @description When it happened
             */
            timestamp: string;
            data: {
                /** Format: uuid */
                user_id: string;
                /**
                 * Format: uuid
                 * @description Missing if no user did it
                 */
                actor_id?: string;
            };
        };
        UserCreatedEvent: {
            /** @constant */
            type: "user.created";
            /**
             * Format: date-time
             * @description When it happened
             */
            timestamp: string;
            data: {
                /** Format: uuid */
                user_id: string;
                /**
                 * Format: uuid
                 * @description Missing if no user did it
                 */
                actor_id?: string;
            };
        };
        UserDeactivatedEvent: {
            /** @constant */
            type: "user.deactivated";
            /**
             * Format: date-time
             * @description When it happened
             */
            timestamp: string;
            data: {
                /** Format: uuid */
                user_id: string;
                /**
                 * Format: uuid
                 * @description Missing if no user did it
                 */
                actor_id?: string;
            };
        };
        UserDeclinedEvent: {
            /** @constant */
            type: "user.declined";
            /**
             * Format: date-time
             * @description When it happened
             */
            timestamp: string;
            data: {
                /** Format: uuid */
                user_id: string;
                /**
                 * Format: uuid
                 * @description Missing if no user did it
                 */
                actor_id?: string;
            };
        };
        UserDeletedEvent: {
            /** @constant */
            type: "user.deleted";
            /**
             * Format: date-time
             * @description When it happened
             */
            timestamp: string;
            data: {
                /** Format: uuid */
                user_id: string;
                /**
                 * Format: uuid
                 * @description Missing if no user did it
                 */
                actor_id?: string;
            };
        };
        UserEmailVerifiedEvent: {
            /** @constant */
            type: "user.email_verified";
            /**
             * Format: date-time
             * @description When it happened
             */
            timestamp: string;
            data: {
                /** Format: uuid */
                user_id: string;
                /**
                 * Format: uuid
                 * @description Missing if no user did it
                 */
                actor_id?: string;
            };
        };
        UserErasedEvent: {
            /** @constant */
            type: "user.erased";
            /**
             * Format: date-time
             * @description When it happened
             */
            timestamp: string;
            data: {
                /** Format: uuid */
                user_id: string;
                /**
                 * Format: uuid
                 * @description Missing if no user did it
                 */
                actor_id?: string;
            };
        };
        UserMfaDisabledEvent: {
            /** @constant */
            type: "user.mfa_disabled";
            /**
             * Format: date-time
             * @description When it happened
             */
            timestamp: string;
            data: {
                /** Format: uuid */
                user_id: string;
                /**
                 * Format: uuid
                 * @description Missing if no user did it
                 */
                actor_id?: string;
            };
        };
        UserMfaEnabledEvent: {
            /** @constant */
            type: "user.mfa_enabled";
            /**
             * Format: date-time
             * @description When it happened
             */
            timestamp: string;
            data: {
                /** Format: uuid */
                user_id: string;
                /**
                 * Format: uuid
                 * @description Missing if no user did it
                 */
                actor_id?: string;
            };
        };
        UserPasswordChangedEvent: {
            /** @constant */
            type: "user.password_changed";
            /**
             * Format: date-time
             * @description When it happened
             */
            timestamp: string;
            data: {
                /** Format: uuid */
                user_id: string;
                /**
                 * Format: uuid
                 * @description Missing if no user did it
                 */
                actor_id?: string;
            };
        };
        UserRestoredEvent: {
            /** @constant */
            type: "user.restored";
            /**
             * Format: date-time
             * @description When it happened
             */
            timestamp: string;
            data: {
                /** Format: uuid */
                user_id: string;
                /**
                 * Format: uuid
                 * @description Missing if no user did it
                 */
                actor_id?: string;
            };
        };
        UserRolesChangedEvent: {
            /** @constant */
            type: "user.roles_changed";
            /**
             * Format: date-time
             * @description When it happened
             */
            timestamp: string;
            data: {
                /** Format: uuid */
                user_id: string;
                /**
                 * Format: uuid
                 * @description Missing if no user did it
                 */
                actor_id?: string;
            };
        };
        UserUpdatedEvent: {
            /** @constant */
            type: "user.updated";
            /**
             * Format: date-time
             * @description When it happened
             */
            timestamp: string;
            data: {
                /** Format: uuid */
                user_id: string;
                /**
                 * Format: uuid
                 * @description Missing if no user did it
                 */
                actor_id?: string;
            };
        };
        SessionRevokedEvent: {
            /** @constant */
            type: "session.revoked";
            /**
             * Format: date-time
             * @description When it happened
             */
            timestamp: string;
            data: {
                /** Format: uuid */
                session_id: string;
                /** Format: uuid */
                user_id: string;
            };
        };
        RoleCreatedEvent: {
            /** @constant */
            type: "role.created";
            /**
             * Format: date-time
             * @description When it happened
             */
            timestamp: string;
            data: {
                /** Format: uuid */
                role_id: string;
                /**
                 * Format: uuid
                 * @description Missing if no user did it
                 */
                actor_id?: string;
            };
        };
        RoleDeletedEvent: {
            /** @constant */
            type: "role.deleted";
            /**
             * Format: date-time
             * @description When it happened
             */
            timestamp: string;
            data: {
                /** Format: uuid */
                role_id: string;
                /**
                 * Format: uuid
                 * @description Missing if no user did it
                 */
                actor_id?: string;
            };
        };
        RolePermissionsChangedEvent: {
            /** @constant */
            type: "role.permissions_changed";
            /**
             * Format: date-time
             * @description When it happened
             */
            timestamp: string;
            data: {
                /** Format: uuid */
                role_id: string;
                /**
                 * Format: uuid
                 * @description Missing if no user did it
                 */
                actor_id?: string;
            };
        };
        RoleUpdatedEvent: {
            /** @constant */
            type: "role.updated";
            /**
             * Format: date-time
             * @description When it happened
             */
            timestamp: string;
            data: {
                /** Format: uuid */
                role_id: string;
                /**
                 * Format: uuid
                 * @description Missing if no user did it
                 */
                actor_id?: string;
            };
        };
        PermissionCreatedEvent: {
            /** @constant */
            type: "permission.created";
            /**
             * Format: date-time
             * @description When it happened
             */
            timestamp: string;
            data: {
                /**
                 * @description Its name
                 * @example crm:contacts:export
                 */
                permission_id: string;
                /**
                 * Format: uuid
                 * @description Missing if no user did it
                 */
                actor_id?: string;
            };
        };
        PermissionRetiredEvent: {
            /** @constant */
            type: "permission.retired";
            /**
             * Format: date-time
             * @description When it happened
             */
            timestamp: string;
            data: {
                /**
                 * @description Its name
                 * @example crm:contacts:export
                 */
                permission_id: string;
                /**
                 * Format: uuid
                 * @description Missing if no user did it
                 */
                actor_id?: string;
            };
        };
        PermissionUpdatedEvent: {
            /** @constant */
            type: "permission.updated";
            /**
             * Format: date-time
             * @description When it happened
             */
            timestamp: string;
            data: {
                /**
                 * @description Its name
                 * @example crm:contacts:export
                 */
                permission_id: string;
                /**
                 * Format: uuid
                 * @description Missing if no user did it
                 */
                actor_id?: string;
            };
        };
        PaymentCreatedEvent: {
            /** @constant */
            type: "payment.created";
            /**
             * Format: date-time
             * @description When it happened
             */
            timestamp: string;
            data: {
                /** Format: uuid */
                payment_id: string;
                /**
                 * Format: uuid
                 * @description Missing if no user did it
                 */
                actor_id?: string;
            };
        };
        PaymentRefundFailedEvent: {
            /** @constant */
            type: "payment.refund_failed";
            /**
             * Format: date-time
             * @description When it happened
             */
            timestamp: string;
            data: {
                /** Format: uuid */
                payment_id: string;
                /**
                 * Format: uuid
                 * @description Missing if no user did it
                 */
                actor_id?: string;
            };
        };
        PaymentRefundRequestedEvent: {
            /** @constant */
            type: "payment.refund_requested";
            /**
             * Format: date-time
             * @description When it happened
             */
            timestamp: string;
            data: {
                /** Format: uuid */
                payment_id: string;
                /**
                 * Format: uuid
                 * @description Missing if no user did it
                 */
                actor_id?: string;
            };
        };
        PaymentRefundedEvent: {
            /** @constant */
            type: "payment.refunded";
            /**
             * Format: date-time
             * @description When it happened
             */
            timestamp: string;
            data: {
                /** Format: uuid */
                payment_id: string;
                /**
                 * Format: uuid
                 * @description Missing if no user did it
                 */
                actor_id?: string;
            };
        };
        PaymentStatusChangedEvent: {
            /** @constant */
            type: "payment.status_changed";
            /**
             * Format: date-time
             * @description When it happened
             */
            timestamp: string;
            data: {
                /** Format: uuid */
                payment_id: string;
                /**
                 * Format: uuid
                 * @description Missing if no user did it
                 */
                actor_id?: string;
                status: string;
            };
        };
        NotificationCancelledEvent: {
            /** @constant */
            type: "notification.cancelled";
            /**
             * Format: date-time
             * @description When it happened
             */
            timestamp: string;
            data: {
                /** Format: uuid */
                notification_id: string;
                /**
                 * Format: uuid
                 * @description Missing if no user did it
                 */
                actor_id?: string;
            };
        };
        NotificationFinishedEvent: {
            /** @constant */
            type: "notification.finished";
            /**
             * Format: date-time
             * @description When it happened
             */
            timestamp: string;
            data: {
                /** Format: uuid */
                notification_id: string;
                /** @enum {string} */
                status: "completed" | "failed";
            };
        };
        NotificationSentEvent: {
            /** @constant */
            type: "notification.sent";
            /**
             * Format: date-time
             * @description When it happened
             */
            timestamp: string;
            data: {
                /** Format: uuid */
                notification_id: string;
                /**
                 * Format: uuid
                 * @description Missing if no user did it
                 */
                actor_id?: string;
            };
        };
        WebhookTestEvent: {
            /** @constant */
            type: "webhook.test";
            /**
             * Format: date-time
             * @description When it happened
             */
            timestamp: string;
            data: {
                /** Format: uuid */
                webhook_id: string;
            };
        };
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}

/** The body of a webhook's request. `type` determines the fields of `data`. */
export type WebhookEvent = components['schemas']['WebhookEvent']

/** The events of this version of Gatehouse. */
export const EVENT_TYPES: ReadonlySet<string> = new Set<WebhookEvent['type']>([
  "user.activated",
  "user.approved",
  "user.created",
  "user.deactivated",
  "user.declined",
  "user.deleted",
  "user.email_verified",
  "user.erased",
  "user.mfa_disabled",
  "user.mfa_enabled",
  "user.password_changed",
  "user.restored",
  "user.roles_changed",
  "user.updated",
  "session.revoked",
  "role.created",
  "role.deleted",
  "role.permissions_changed",
  "role.updated",
  "permission.created",
  "permission.retired",
  "permission.updated",
  "payment.created",
  "payment.refund_failed",
  "payment.refund_requested",
  "payment.refunded",
  "payment.status_changed",
  "notification.cancelled",
  "notification.finished",
  "notification.sent",
  "webhook.test"
])
