// Written by scripts/write-client-types.mjs from the OpenAPI document.
import type { SentFile, SentRows, SentText } from './body.ts'
export interface paths {
    "/api/v1/api-keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List your API keys, newest first */
        get: operations["listOwnApiKeys"];
        put?: never;
        /** Create an API key; the response is the only one that contains it */
        post: operations["createApiKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/api-keys/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Revoke an API key: your own, or with users:activate that of a user you may change */
        delete: operations["revokeApiKey"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/audit": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List audit records, newest first */
        get: operations["listAuditRecords"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/audit/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Export the audit trail as a file, newest first */
        get: operations["exportAuditRecords"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/audit/verify": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Verify the hash chain of the audit trail and report the first bad record */
        get: operations["verifyAuditTrail"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/auth/accept-invitation": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Accept an invitation: set a password with the emailed token and sign in */
        post: operations["acceptInvitation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/auth/change-password": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Change your password; this session gets new tokens and all others end */
        post: operations["changePassword"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/auth/check": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Check which permissions the current user, or another one, has */
        post: operations["checkPermissions"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/auth/config": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get the registration fields, password rules, sign-in methods, and bot check for your own forms; public */
        get: operations["getAuthConfig"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/auth/confirm-email": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Confirm a new email address with the token sent to it */
        post: operations["confirmEmailChange"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/auth/email-code": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Request a sign-in code by email; the response never reveals whether the account exists */
        post: operations["requestEmailCode"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/auth/email-code/verify": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Sign in with an emailed code; if two-step verification is on, continue at POST /auth/mfa/verify */
        post: operations["signInWithEmailCode"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/auth/forgot-password": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Request a password reset email; the response never reveals whether the account exists */
        post: operations["requestPasswordReset"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/auth/impersonation": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Stop viewing the service as another user; your own session continues */
        delete: operations["stopImpersonation"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/auth/introspect": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Check whether an access token or API key is active (RFC 7662) */
        post: operations["introspectToken"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/auth/login": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Sign in with email and password; if two-step verification is on, then with the MFA token and a code */
        post: operations["signIn"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/auth/logout": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Sign out the session of a refresh token (of any generation) or of the Bearer token; with `all: true` in the body, every session */
        post: operations["signOut"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/auth/mfa/disable": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Turn off two-step verification with the password and a code; all other sessions end */
        post: operations["disableMfa"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/auth/mfa/enable": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Turn on two-step verification with the first code; all other sessions end */
        post: operations["enableMfa"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/auth/mfa/passkey-options": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Start completing a sign-in with a passkey; the response goes to POST /auth/mfa/verify */
        post: operations["startPasskeyStep"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/auth/mfa/recovery-codes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Replace the recovery codes; the old ones stop working */
        post: operations["replaceRecoveryCodes"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/auth/mfa/setup": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Start setting up two-step verification: returns a secret for an authenticator app and turns nothing on yet */
        post: operations["startMfaSetup"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/auth/mfa/verify": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Complete a sign-in with a two-step verification code (POST /auth/login accepts it too) or a passkey */
        post: operations["verifyMfaCode"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/auth/oauth/{provider}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Start a sign-in with a provider; open this URL in the system browser */
        get: operations["startOAuthSignIn"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/auth/oauth/{provider}/callback": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** OAuth callback for the browser; redirects an app to its redirect_uri with a one-time code or an error; with a custom scheme, a page links there */
        get: operations["completeOAuthSignIn"];
        put?: never;
        /** OAuth callback for providers that use form_post; redirects to the GET callback */
        post: operations["forwardOAuthCallback"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/auth/oauth/token": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Exchange a native app’s one-time code for tokens, or for an MFA challenge if two-step verification is on */
        post: operations["exchangeOAuthCode"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/auth/passkeys/options": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Start signing in with a passkey; the response goes to POST /auth/passkeys/verify */
        post: operations["startPasskeySignIn"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/auth/passkeys/verify": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Sign in with a passkey: with user verification it counts as two factors, so no code follows */
        post: operations["signInWithPasskey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/auth/permissions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get the roles and permissions of the current session */
        get: operations["getOwnPermissions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/auth/providers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the sign-in providers */
        get: operations["listSignInProviders"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/auth/reauthenticate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Confirm your identity with a passkey: for 10 minutes by default, changes that ask for a recent sign-in or your password need neither */
        post: operations["confirmIdentity"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/auth/reauthenticate/options": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Start confirming your identity with a passkey, before a sensitive change */
        post: operations["startConfirmingIdentity"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/auth/refresh": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Exchange a refresh token for new tokens; with an Idempotency-Key it is safe to retry after a lost response */
        post: operations["refreshTokens"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/auth/register": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Register an account; we email a confirmation link */
        post: operations["registerAccount"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/auth/resend-verification": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Request another confirmation email; the response never reveals whether the account exists */
        post: operations["resendVerificationEmail"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/auth/reset-password": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Set a new password with the token of a reset email; ends every session */
        post: operations["resetPassword"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/auth/setup": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Create the first administrator with the one-time setup token */
        post: operations["createFirstAdministrator"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/auth/verify-email": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Confirm an email address with the token of a confirmation email */
        post: operations["verifyEmail"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/contact": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Send a contact message to the administrators; with uploads:create you can attach your uploads */
        post: operations["sendContactMessage"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/contacts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List contact messages, newest first */
        get: operations["listContactMessages"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/contacts/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Delete a contact message for good */
        delete: operations["deleteContactMessage"];
        options?: never;
        head?: never;
        /** Mark a contact message as new, read, or archived */
        patch: operations["updateContactMessage"];
        trace?: never;
    };
    "/api/v1/inbox": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List your inbox, newest first */
        get: operations["listInboxItems"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/inbox/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Delete an inbox message */
        delete: operations["deleteInboxItem"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/inbox/{id}/read": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Mark an inbox message as read */
        post: operations["markInboxItemRead"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/inbox/read-all": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Mark all inbox messages as read */
        post: operations["markInboxRead"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/inbox/unread-count": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Count your unread inbox messages */
        get: operations["countUnreadInboxItems"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/me": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get your account */
        get: operations["getProfile"];
        put?: never;
        post?: never;
        /** Delete your account: every session ends and the email address stays reserved; with erase=true, all data is erased for good and the email address is free */
        delete: operations["deleteOwnAccount"];
        options?: never;
        head?: never;
        /** Change your name, language, picture, or profile fields */
        patch: operations["updateProfile"];
        trace?: never;
    };
    "/api/v1/me/avatar": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /** Set your picture: a JPEG, PNG, or WebP image of up to 10 MiB, cropped to 512 × 512 pixels */
        put: operations["setAvatar"];
        post?: never;
        /** Remove your picture */
        delete: operations["removeAvatar"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/me/email": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Request an email address change: takes effect when the link sent to the new address is opened; the old address is notified */
        post: operations["requestEmailChange"];
        /** Cancel a pending email address change */
        delete: operations["cancelEmailChange"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/me/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Download all data stored about you as a file */
        get: operations["exportOwnData"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/me/identities": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the provider accounts connected to your account */
        get: operations["listIdentities"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/me/identities/{provider}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Disconnect a provider; refused if it is your only sign-in method */
        delete: operations["removeIdentity"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/me/notification-preferences": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get your notification settings; security notices are always sent */
        get: operations["getNotificationPreferences"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /** Change your notification settings */
        patch: operations["updateNotificationPreferences"];
        trace?: never;
    };
    "/api/v1/me/passkeys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List your passkeys, oldest first */
        get: operations["listPasskeys"];
        put?: never;
        /** Add a passkey to your account */
        post: operations["addPasskey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/me/passkeys/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Remove one of your passkeys; refused if it is your only sign-in method */
        delete: operations["removePasskey"];
        options?: never;
        head?: never;
        /** Rename one of your passkeys */
        patch: operations["renamePasskey"];
        trace?: never;
    };
    "/api/v1/me/passkeys/options": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Start adding a passkey to your account; the response goes to POST /me/passkeys */
        post: operations["startPasskeyCreation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/me/phone": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Add or change your phone number: we text it a code and keep the confirmed number until the new one is confirmed */
        post: operations["requestPhoneChange"];
        /** Remove your phone number and any pending change */
        delete: operations["removePhone"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/me/phone/verify": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Confirm your phone number with the code sent to it: 5 attempts within 10 minutes */
        post: operations["verifyPhone"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/me/sessions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List your active sessions, newest first */
        get: operations["listOwnSessions"];
        put?: never;
        post?: never;
        /** End all of your other sessions */
        delete: operations["endOtherSessions"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/me/sessions/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** End one of your sessions */
        delete: operations["endOwnSession"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/me/trusted-browsers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Remove all trusted browsers; the next sign-in in each requires two-step verification */
        delete: operations["forgetTrustedBrowsers"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/notifications": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List sent and scheduled notifications, newest first */
        get: operations["listNotifications"];
        put?: never;
        /** Send a notification to one or more users; with an Idempotency-Key it is sent once, however often you retry */
        post: operations["sendNotification"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/notifications/{batch_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get a notification and its progress */
        get: operations["getNotification"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/notifications/{batch_id}/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Cancel a notification; recipients not reached yet won’t receive it */
        post: operations["cancelNotification"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/notifications/templates": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List notification templates, newest first */
        get: operations["listNotificationTemplates"];
        put?: never;
        /** Create a template; {{name}} and {{email}} are filled in for each recipient */
        post: operations["createNotificationTemplate"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/notifications/templates/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get a notification template */
        get: operations["getNotificationTemplate"];
        put?: never;
        post?: never;
        /** Delete a template; notifications already sent are kept */
        delete: operations["deleteNotificationTemplate"];
        options?: never;
        head?: never;
        /** Change a template; notifications already sent don’t change */
        patch: operations["updateNotificationTemplate"];
        trace?: never;
    };
    "/api/v1/openapi.json": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get this OpenAPI document */
        get: operations["getOpenApiDocument"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/payments": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List payments, newest first: your own with payments:charge, all of them with payments:list
         * @description Requires `payments:charge` or `payments:list`.
         */
        get: operations["listPayments"];
        put?: never;
        /** Charge a payment method with 3-D Secure; requires an Idempotency-Key header, so that a retry charges once */
        post: operations["createPayment"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/payments/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a payment and its history: your own with payments:charge, any with payments:list
         * @description Requires `payments:charge` or `payments:list`.
         */
        get: operations["getPayment"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/payments/{id}/refund": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Refund a payment in full or in part; requires an Idempotency-Key header, and payments:list for other users’ payments */
        post: operations["refundPayment"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/payments/simulator/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Show the page of the payment simulator where a customer confirms a payment (3-D Secure); not in production */
        get: operations["showPaymentChallenge"];
        put?: never;
        /** Submit the customer’s choice in the payment simulator; redirects to return_url with payment_id added */
        post: operations["answerPaymentChallenge"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/profile-fields": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List profile fields in the order in which they are shown */
        get: operations["listProfileFields"];
        put?: never;
        /** Create a profile field: a text, number, yes or no, date, or choice */
        post: operations["createProfileField"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/profile-fields/{key}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get a profile field */
        get: operations["getProfileField"];
        put?: never;
        post?: never;
        /** Delete a profile field with its values in all profiles */
        delete: operations["deleteProfileField"];
        options?: never;
        head?: never;
        /** Change a profile field; values already stored don’t change */
        patch: operations["updateProfileField"];
        trace?: never;
    };
    "/api/v1/rbac/explain": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Explain why a user has or doesn’t have a permission */
        get: operations["explainPermission"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/rbac/explain/holders": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the active users who have a permission, newest first */
        get: operations["listPermissionHolders"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/rbac/permissions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List all permissions, with retired ones last */
        get: operations["listPermissions"];
        put?: never;
        /** Create a permission of an application */
        post: operations["createPermission"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/rbac/permissions/{name}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Retire a permission of an application; every role loses it */
        delete: operations["retirePermission"];
        options?: never;
        head?: never;
        /** Change a permission of an application; omitted fields keep their values */
        patch: operations["updatePermission"];
        trace?: never;
    };
    "/api/v1/rbac/permissions/sync": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /** Replace all permissions of an application; missing ones are retired */
        put: operations["syncPermissions"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/rbac/roles": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List roles, newest first */
        get: operations["listRoles"];
        put?: never;
        /** Create a role */
        post: operations["createRole"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/rbac/roles/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get a role */
        get: operations["getRole"];
        put?: never;
        post?: never;
        /** Delete a role that no user has */
        delete: operations["deleteRole"];
        options?: never;
        head?: never;
        /** Change a role; omitted fields keep their values */
        patch: operations["updateRole"];
        trace?: never;
    };
    "/api/v1/rbac/roles/{id}/permissions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /** Replace a role’s permissions */
        put: operations["replaceRolePermissions"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/rbac/roles/{id}/preview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Preview which users a role change would give permissions to or take them from; changes nothing */
        post: operations["previewRolePermissions"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/registrations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List registrations that wait for approval, newest first */
        get: operations["listWaitingRegistrations"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/registrations/{id}/approve": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Approve a registration; the account becomes active, and we email the user */
        post: operations["approveRegistration"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/registrations/{id}/decline": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Decline a registration; the account is deleted, and we email the user */
        post: operations["declineRegistration"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/settings/{area}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get the settings of an area, including defaults */
        get: operations["getSettings"];
        /** Change the settings of an area; omitted fields keep their values, null restores the default */
        put: operations["updateSettings"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/settings/{area}/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Test the settings of an area and return the provider’s response */
        post: operations["testSettings"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/settings/notifications": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get the text message settings, including defaults */
        get: operations["getNotificationSettings"];
        /** Change the text message settings; omitted fields keep their values, null restores the default */
        put: operations["updateNotificationSettings"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/settings/notifications/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Test the text message settings and return the provider’s response */
        post: operations["testNotificationSettings"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/settings/payments": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get the payment settings, including defaults */
        get: operations["getPaymentSettings"];
        /** Change the payment settings; omitted fields keep their values, null restores the default */
        put: operations["updatePaymentSettings"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/settings/payments/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Test the payment settings and return the provider’s response */
        post: operations["testPaymentSettings"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/unsubscribe": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Show the page of the unsubscribe link in a notification; changes nothing */
        get: operations["showUnsubscribePage"];
        put?: never;
        /** Turn off notifications by email for the user of an unsubscribe link; for mail providers (RFC 8058) and the page of the link */
        post: operations["unsubscribeUser"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/uploads": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List your uploads, newest first */
        get: operations["listUploads"];
        put?: never;
        /** Upload a file of up to 10 MiB: a JPEG, PNG, or WebP image, a PDF, or plain text */
        post: operations["createUpload"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/uploads/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Download an upload, as its owner or with a signed link */
        get: operations["downloadUpload"];
        put?: never;
        post?: never;
        /** Delete one of your uploads; its links stop working */
        delete: operations["deleteUpload"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/uploads/{id}/link": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Create a link to one of your uploads that anyone can open until it expires */
        post: operations["createUploadLink"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/users": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List users: search, filter, sort */
        get: operations["listUsers"];
        put?: never;
        /** Invite a user by email, or create a service account (roles other than user also require users:role:change) */
        post: operations["inviteUser"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/users/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a user
         * @description Requires `users:read`, unless `id` is your own ID. An API key always needs it.
         */
        get: operations["getUser"];
        put?: never;
        post?: never;
        /** Soft-delete a user: sessions end, the email address stays reserved, and the user can be restored; with erase=true, all data is erased for good and the email address is free. Not your own account: see DELETE /me */
        delete: operations["deleteUser"];
        options?: never;
        head?: never;
        /** Change a user’s name and profile fields; null or empty removes them */
        patch: operations["updateUser"];
        trace?: never;
    };
    "/api/v1/users/{id}/activate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Activate a pending or deactivated user */
        post: operations["activateUser"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/users/{id}/api-keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the API keys of a user, newest first
         * @description Requires `users:read`, unless `id` is your own ID. An API key always needs it.
         */
        get: operations["listUserApiKeys"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/users/{id}/avatar": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a user’s picture
         * @description Requires `users:read`, unless `id` is your own ID. An API key always needs it.
         */
        get: operations["getUserAvatar"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/users/{id}/deactivate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Deactivate a user; every session ends */
        post: operations["deactivateUser"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/users/{id}/email": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /** Change a user’s email address; it stays unconfirmed until the user opens the emailed link */
        put: operations["changeUserEmail"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/users/{id}/impersonate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** View the service as a user, for 30 minutes, without changing anything */
        post: operations["impersonateUser"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/users/{id}/invitation": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Resend a pending invitation */
        post: operations["resendInvitation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/users/{id}/invitation-link": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Create a one-time link for an invited user to set a password, for you to deliver yourself */
        post: operations["createInvitationLink"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/users/{id}/mfa": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Reset a user’s two-step verification: every session ends and the user is notified by email */
        delete: operations["resetUserMfa"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/users/{id}/password-reset": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Email a user a password reset link */
        post: operations["sendPasswordReset"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/users/{id}/restore": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Restore a deleted user to its previous state; old tokens stay invalid */
        post: operations["restoreUser"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/users/{id}/roles": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /** Replace a user’s roles */
        put: operations["replaceUserRoles"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/users/{id}/sessions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List a user’s active sessions, newest first */
        get: operations["listUserSessions"];
        put?: never;
        post?: never;
        /** End all sessions of a user */
        delete: operations["endUserSessions"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/users/{id}/sessions/{session_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** End one session of a user */
        delete: operations["endUserSession"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/users/bulk-actions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List bulk actions on users, newest first */
        get: operations["listBulkActions"];
        put?: never;
        /** Activate, deactivate, sign out, re-invite, or change the roles of many users in the background (also requires the permission for the single action) */
        post: operations["createBulkAction"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/users/bulk-actions/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get a bulk action: its progress, or the preview of a draft */
        get: operations["getBulkAction"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/users/bulk-actions/{id}/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Cancel a bulk action; changes made so far are kept */
        post: operations["cancelBulkAction"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/users/bulk-actions/{id}/run": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Run your own draft on exactly the users it selected; once, within 1 hour */
        post: operations["runBulkAction"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/users/bulk-actions/{id}/users": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the users of a bulk action with their results */
        get: operations["listBulkActionUsers"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/users/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Export users as a file, with the filters of the list (also requires users:read); passwords are not included */
        get: operations["exportUsers"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/users/imports": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List user imports, newest first: your own, or all of them with users:list */
        get: operations["listUserImports"];
        put?: never;
        /** Import users from a file: up to 10 MiB and 200,000 rows, in the background (roles other than user also require users:role:change) */
        post: operations["createUserImport"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/users/imports/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get a user import and its progress */
        get: operations["getUserImport"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/users/imports/{id}/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Cancel a running import; users created so far are kept */
        post: operations["cancelUserImport"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/users/imports/{id}/invitations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Invite, in the background, the users a finished import created without a password; repeating the request sends nothing more */
        post: operations["inviteImportedUsers"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/users/imports/{id}/refused": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Download the rejected rows of an import: row (from 1, excluding the header), email, column, value, code, detail */
        get: operations["exportRejectedRows"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/users/imports/{id}/run": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Import the rows accepted by a dry run, without uploading the file again */
        post: operations["runUserImport"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/webhooks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List webhooks, newest first */
        get: operations["listWebhooks"];
        put?: never;
        /** Create a webhook; only this response contains its secret */
        post: operations["createWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/webhooks/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get a webhook */
        get: operations["getWebhook"];
        put?: never;
        post?: never;
        /** Delete a webhook and its deliveries */
        delete: operations["deleteWebhook"];
        options?: never;
        head?: never;
        /** Change, disable, or enable a webhook */
        patch: operations["updateWebhook"];
        trace?: never;
    };
    "/api/v1/webhooks/{id}/deliveries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the deliveries of a webhook in the last 30 days, newest first */
        get: operations["listWebhookDeliveries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/webhooks/{id}/rotate-secret": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Replace the secret of a webhook; the previous one also signs for 24 hours, and any earlier one stops immediately. To repeat a request safely, send If-Match */
        post: operations["rotateWebhookSecret"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/webhooks/{id}/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Send the event webhook.test to a webhook */
        post: operations["testWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/webhooks/deliveries/{id}/replay": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Send an event again, with the same webhook-id; one that waits for a retry is sent now */
        post: operations["replayWebhookDelivery"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/webhooks/payments/{provider}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Payment provider webhook: events signed over the raw body, each processed once */
        post: operations["receivePaymentEvent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/webhooks/sms/twilio": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Twilio webhook: text message statuses and replies such as STOP and START */
        post: operations["receiveTwilioEvent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/ws/ticket": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Create a single-use ticket for /api/v1/ws, for clients that cannot send an Authorization header */
        post: operations["createLiveTicket"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/.well-known/jwks.json": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get the public keys of access tokens (RFC 7517); none while a secret signs them */
        get: operations["getKeySet"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/.well-known/openid-configuration": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get the metadata of the token issuer: the addresses of its keys and of introspection */
        get: operations["getIssuerMetadata"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface components {
    schemas: {
        /** @description Problem details (RFC 9457) */
        Problem: {
            /** Format: uri */
            type: string;
            title: string;
            status: number;
            /** @enum {string} */
            code: "malformed_json" | "bad_request" | "invalid_or_expired_token" | "idempotency_key_required" | "invalid_signature" | "invalid_credentials" | "token_missing" | "invalid_token" | "token_expired" | "session_revoked" | "reauthentication_required" | "refresh_token_reused" | "invalid_refresh_token" | "invalid_mfa_code" | "mfa_challenge_expired" | "invalid_email_code" | "passkey_refused" | "oauth_failed" | "oauth_denied" | "oauth_email_required" | "botcheck_failed" | "email_not_verified" | "registration_closed" | "approval_pending" | "account_disabled" | "privilege_escalation" | "system_permission" | "insufficient_permission" | "impersonation_read_only" | "mfa_enrolment_required" | "mfa_proof_required" | "session_required" | "address_not_allowed" | "origin_not_allowed" | "not_found" | "oauth_provider_disabled" | "feature_disabled" | "method_not_allowed" | "request_timeout" | "last_second_factor" | "conflict" | "email_taken" | "password_required" | "mfa_already_enabled" | "mfa_not_enabled" | "mfa_enrolment_missing" | "account_link_required" | "identity_taken" | "last_way_in" | "last_admin" | "system_role_immutable" | "idempotency_conflict" | "trail_too_long" | "role_in_use" | "role_name_taken" | "permission_name_taken" | "precondition_failed" | "body_too_large" | "payload_too_large" | "unsupported_media_type" | "range_not_satisfiable" | "misdirected_request" | "validation_failed" | "card_number_refused" | "refund_too_large" | "password_too_weak" | "image_too_large" | "quota_exceeded" | "account_locked" | "phone_budget_exceeded" | "rate_limited" | "headers_too_large" | "internal_error" | "not_implemented" | "oauth_unavailable" | "botcheck_unavailable" | "payments_unavailable" | "overloaded" | "sms_unavailable" | "unavailable";
            detail: string;
            instance?: string;
            request_id: string;
            /** @description The trace of the request, if traces are recorded. */
            trace_id?: string;
            required_permission?: string;
            max_age?: number;
            /** @enum {string} */
            locked_by?: "network" | "account";
            errors?: {
                pointer: string;
                code: string;
                detail: string;
            }[];
        };
        ApiKeyPage: {
            data: components["schemas"]["ApiKey"][];
            /**
             * @example {
             *       "next_cursor": null,
             *       "has_more": false
             *     }
             */
            page: {
                next_cursor: string | null;
                has_more: boolean;
            };
        };
        ApiKey: {
            /** Format: uuid */
            id: string;
            /**
             * Format: uuid
             * @description The owner
             */
            user_id: string;
            created_by: string | null;
            /** @example Nightly export */
            name: string;
            /**
             * @description The public first part of the key, to recognize it by
             * @example ghk_0hXcQH2vVb1u0Kc9VtW3hQ
             */
            label: string;
            permissions: string[];
            /**
             * @description Empty: any address
             * @example [
             *       "203.0.113.7"
             *     ]
             */
            allowed_addresses: string[];
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            expires_at: string;
            /** @description Accurate to about a minute */
            last_used_at: string | null;
        };
        CreateApiKeyRequest: {
            /** @example Nightly export */
            name: string;
            /** @description What the key may do, as far as its owner may do it */
            permissions: string[];
            /**
             * Format: date-time
             * @description At most a year from now
             */
            expires_at: string;
            allowed_addresses?: string[] | null;
            /**
             * Format: uuid
             * @description The owner of the key; the default is you
             */
            user_id?: string;
            /** @description Your password; required without a recent sign-in (10 minutes by default) */
            password?: string;
        };
        NewApiKey: {
            /** Format: uuid */
            id: string;
            /**
             * Format: uuid
             * @description The owner
             */
            user_id: string;
            created_by: string | null;
            /** @example Nightly export */
            name: string;
            /**
             * @description The public first part of the key, to recognize it by
             * @example ghk_0hXcQH2vVb1u0Kc9VtW3hQ
             */
            label: string;
            permissions: string[];
            /**
             * @description Empty: any address
             * @example [
             *       "203.0.113.7"
             *     ]
             */
            allowed_addresses: string[];
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            expires_at: string;
            /** @description Accurate to about a minute */
            last_used_at: string | null;
            /**
             * @description Shown only now
             * @example ghk_0hXcQH2vVb1u0Kc9VtW3hQmXz7Ej4RfNp2sLgAo6DiTqUyHx5CwYb1u0Kc9VtW3hQmXz7Ej4
             */
            key: string;
        };
        AuditRecordPage: {
            data: components["schemas"]["AuditRecord"][];
            /**
             * @example {
             *       "next_cursor": null,
             *       "has_more": false
             *     }
             */
            page: {
                next_cursor: string | null;
                has_more: boolean;
            };
        };
        AuditRecord: {
            /** Format: uuid */
            id: string;
            /** Format: date-time */
            occurred_at: string;
            action: string;
            /** @enum {string} */
            outcome: "ok" | "refused";
            actor_id: string | null;
            target_type: string | null;
            target_id: string | null;
            ip: string | null;
            user_agent: string | null;
            request_id: string | null;
            details: {
                [key: string]: unknown;
            };
        };
        AuditVerification: {
            intact: boolean;
            /** @description Number of valid seals */
            verified: number;
            /** @description How many of these records had their address, user agent, and details erased */
            erased: number;
            /** @description Number of records that AUDIT_REMOVE_AFTER removed */
            removed: number;
            /**
             * @description The newest valid seal. Store it elsewhere and send it back as `head` to detect truncation
             * @example 42.9f86d081884c7d65
             */
            head: string | null;
            /** @example null */
            first_bad: {
                /** @enum {string} */
                fault: "changed" | "record_missing" | "seal_missing" | "order" | "unsealed" | "unknown_key" | "other_head" | "erased" | "anchor" | "head_removed";
                seq: number | null;
                /** @description The last place, if a range of places is missing */
                last_seq: number | null;
                record_id: string | null;
            } | null;
        };
        AcceptInvitationRequest: {
            token: string;
            password: string;
            name?: string;
            /**
             * @description Values of profile fields by key; null removes one. Others stay as they are
             * @example {
             *       "department": "Sales"
             *     }
             */
            fields?: {
                [key: string]: (string | number | boolean) | null;
            };
        };
        Tokens: {
            access_token: string;
            /** @constant */
            token_type: "Bearer";
            /** @description Lifetime of the access token in seconds */
            expires_in: number;
            refresh_token: string;
            /** @description Lifetime of the refresh token in seconds */
            refresh_expires_in: number;
            /** Format: uuid */
            session_id: string;
            /** @description Send it as X-Device-Token at the next sign-in */
            device_token: string;
            user: components["schemas"]["User"];
        };
        User: {
            /** Format: uuid */
            id: string;
            email: string;
            /** @description False until the address is confirmed, also after an administrator changed it. Does not block signing in */
            email_verified: boolean;
            name: string | null;
            roles: string[];
            mfa_enabled: boolean;
        };
        ChangePasswordRequest: {
            current_password: string;
            new_password: string;
        };
        CheckPermissionsRequest: {
            /**
             * @example [
             *       "crm:contacts:export"
             *     ]
             */
            permissions: string[];
            /**
             * Format: uuid
             * @description Another user: requires users:read
             */
            user_id?: string;
        };
        CheckedPermissions: {
            /**
             * @description Whether the user has each permission; false for unknown ones
             * @example {
             *       "crm:contacts:export": true
             *     }
             */
            results: {
                [key: string]: boolean;
            };
        };
        /**
         * @example {
         *       "registration": {
         *         "mode": "open",
         *         "domains": null,
         *         "fields": [
         *           {
         *             "key": "department",
         *             "type": "choice",
         *             "label": {
         *               "en": "Department",
         *               "tr": "Bölüm"
         *             },
         *             "max_length": null,
         *             "minimum": null,
         *             "maximum": null,
         *             "options": [
         *               "Sales",
         *               "Support"
         *             ]
         *           }
         *         ]
         *       },
         *       "password": {
         *         "min_length": 12
         *       },
         *       "sign_in": {
         *         "passkeys": true,
         *         "email_code": false,
         *         "providers": [
         *           {
         *             "id": "google",
         *             "label": "Google"
         *           }
         *         ]
         *       },
         *       "bot_check": {
         *         "provider": "turnstile",
         *         "site_key": "0x4AAAAAAA"
         *       }
         *     }
         */
        AuthConfig: {
            registration: {
                /**
                 * @description Who may register: anyone, anyone after approval, certain domains, or no one
                 * @enum {string}
                 */
                mode: "open" | "approval" | "domains" | "invited";
                /** @description With `domains`, unless they are not public; `*.` stands for subdomains */
                domains: string[] | null;
                /** @description The profile fields that a registration needs */
                fields: components["schemas"]["RegistrationField"][];
            };
            password: {
                min_length: number;
            };
            sign_in: {
                passkeys: boolean;
                email_code: boolean;
                providers: {
                    id: string;
                    label: string;
                }[];
            };
            /** @description Null if it is off */
            bot_check: {
                /** @enum {string} */
                provider: "turnstile" | "hcaptcha";
                site_key: string;
            } | null;
        };
        RegistrationField: {
            /** @example department */
            key: string;
            /**
             * @example choice
             * @enum {string}
             */
            type: "text" | "number" | "boolean" | "date" | "choice";
            label: {
                /** @example Department */
                en: string;
                /** @example Bölüm */
                tr: string;
            };
            max_length: number | null;
            minimum: number | null;
            maximum: number | null;
            /**
             * @example [
             *       "Sales",
             *       "Support"
             *     ]
             */
            options: string[];
        };
        ConfirmEmailChangeRequest: {
            token: string;
        };
        ConfirmedUser: {
            user: components["schemas"]["User"];
        };
        RequestEmailCodeRequest: {
            email: string;
            botcheck_token?: string;
        };
        EmailCodeRequest: {
            /**
             * @description Send it with the code to POST /auth/email-code/verify. Keep it on the device
             * @example Yb1u0Kc9VtW3hQmXz7Ej4RfNp2sLgAo6DiTqUyHx5Cw
             */
            challenge_id: string;
            /** @description Seconds left to enter the code */
            expires_in: number;
        };
        SignInWithEmailCodeRequest: {
            /**
             * @description From POST /auth/email-code
             * @example Yb1u0Kc9VtW3hQmXz7Ej4RfNp2sLgAo6DiTqUyHx5Cw
             */
            challenge_id: string;
            /**
             * @description The six digits; spaces and hyphens are ignored
             * @example 123456
             */
            code: string;
        };
        SignInResult: components["schemas"]["Tokens"] | components["schemas"]["MfaChallenge"];
        MfaChallenge: {
            /** @constant */
            status: "mfa_required";
            /** @description Send it with a code to POST /auth/login or /auth/mfa/verify, or with a passkey to the latter. Grants no other access */
            mfa_token: string;
            methods: ("totp" | "recovery_code" | "passkey")[];
            /** @description Lifetime of the MFA token in seconds */
            expires_in: number;
        };
        RequestPasswordResetRequest: {
            email: string;
            botcheck_token?: string;
        };
        Acceptance: {
            /** @constant */
            status: "accepted";
        };
        IntrospectTokenRequest: {
            token: string;
        };
        TokenIntrospection: {
            /** @constant */
            active: true;
            /** @constant */
            token_type: "Bearer";
            /**
             * @description web: the cookie of the pages
             * @enum {string}
             */
            client_id: "api" | "web";
            /**
             * Format: uuid
             * @description The user
             */
            sub: string;
            /**
             * Format: uuid
             * @description The session
             */
            sid: string;
            /** @example https://id.example.com */
            iss: string;
            /** @example api */
            aud: string;
            /** @description Seconds since the epoch */
            exp: number;
            /** @description When the user signed in, in seconds since the epoch; missing if `act` is there */
            auth_time?: number;
            /** @description The administrator who views as the user (RFC 8693 §4.1) */
            act?: {
                /** Format: uuid */
                sub: string;
            };
        } | {
            /** @constant */
            active: true;
            /** @constant */
            token_type: "Bearer";
            /** @constant */
            client_id: "api_key";
            /** Format: uuid */
            api_key_id: string;
            /**
             * Format: uuid
             * @description The owner of the key
             */
            sub: string;
            /** @description Seconds since the epoch */
            exp: number;
            /**
             * @description What the key may do now: its permissions that its owner holds
             * @example users:list users:read
             */
            scope: string;
        } | {
            /** @constant */
            active: false;
        };
        SignInRequest: {
            email: string;
            password: string;
            botcheck_token?: string;
            mfa_token?: unknown;
            code?: unknown;
        } | {
            mfa_token: string;
            code: string;
            email?: unknown;
            password?: unknown;
        };
        /**
         * @example {
         *       "refresh_token": "Yb1u0Kc9VtW3hQmXz7Ej4RfNp2sLgAo6DiTqUyHx5Cw"
         *     }
         */
        SignOutRequest: {
            refresh_token?: string;
            all?: boolean;
        };
        DisableMfaRequest: {
            code: string;
            password?: string;
        };
        EnableMfaRequest: {
            code: string;
        };
        RecoveryCodes: {
            recovery_codes: string[];
        };
        StartPasskeyStepRequest: {
            /** @example Yb1u0Kc9VtW3hQmXz7Ej4RfNp2sLgAo6DiTqUyHx5Cw */
            mfa_token: string;
        };
        PasskeyOptions: {
            /**
             * @description Seconds left to respond
             * @example 300
             */
            expires_in: number;
            /** @description Pass it to PublicKeyCredential.parseRequestOptionsFromJSON() or the platform’s API */
            options: components["schemas"]["PasskeyRequestOptions"];
        };
        PasskeyRequestOptions: {
            /** @example Yb1u0Kc9VtW3hQmXz7Ej4RfNp2sLgAo6DiTqUyHx5Cw */
            challenge: string;
            /** @example id.example.com */
            rpId: string;
            /**
             * @description Milliseconds
             * @example 300000
             */
            timeout: number;
            /** @enum {string} */
            userVerification: "required" | "preferred";
            /** @description Empty: any passkey of this site */
            allowCredentials: {
                /** @example Yb1u0Kc9VtW3hQmXz7Ej4RfNp2sLgAo6DiTqUyHx5Cw */
                id: string;
                /** @constant */
                type: "public-key";
                /**
                 * @example [
                 *       "internal"
                 *     ]
                 */
                transports: string[];
            }[];
        };
        ReplaceRecoveryCodesRequest: {
            code: string;
        };
        StartMfaSetupRequest: {
            password?: string;
        };
        MfaSetup: {
            /**
             * @description Base32, 160 bits
             * @example JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP
             */
            secret: string;
            /** @example otpauth://totp/Gatehouse:ada%40example.com?secret=JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP&issuer=Gatehouse */
            otpauth_url: string;
            /**
             * @description The otpauth_url as a QR code
             * @example <svg xmlns="http://www.w3.org/2000/svg">…</svg>
             */
            qr_svg: string;
            /** @description Seconds left to enter the first code */
            expires_in: number;
        };
        PasskeyAssertion: {
            /** @example AAAA */
            id: string;
            /** @example AAAA */
            rawId: string;
            /** @description Always “public-key” */
            type: string;
            authenticatorAttachment?: string | null;
            clientExtensionResults?: unknown;
            response: {
                /** @example AAAA */
                clientDataJSON: string;
                /** @example AAAA */
                authenticatorData: string;
                /** @example AAAA */
                signature: string;
                userHandle?: string | null;
            };
        };
        VerifyMfaCodeRequest: {
            mfa_token: string;
            code: string;
            email?: unknown;
            password?: unknown;
            response?: unknown;
        } | {
            /** @example Yb1u0Kc9VtW3hQmXz7Ej4RfNp2sLgAo6DiTqUyHx5Cw */
            mfa_token: string;
            response: components["schemas"]["PasskeyAssertion"];
            code?: unknown;
        };
        /**
         * @example {
         *       "code": "gho_16C7e42F292c6912E7",
         *       "state": "x6fQ2v"
         *     }
         */
        ForwardOAuthCallbackRequest: {
            code?: string;
            state?: string;
            error?: string;
            iss?: string;
        };
        ExchangeOAuthCodeRequest: {
            code: string;
            /** @example dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk */
            code_verifier: string;
            redirect_uri: string;
        };
        StartPasskeySignInRequest: Record<string, never>;
        PasskeySignInOptions: {
            /**
             * @description Send it with the response; keep it secret until then
             * @example Yb1u0Kc9VtW3hQmXz7Ej4RfNp2sLgAo6DiTqUyHx5Cw
             */
            challenge_id: string;
            /**
             * @description Seconds left to respond
             * @example 300
             */
            expires_in: number;
            /** @description Pass it to PublicKeyCredential.parseRequestOptionsFromJSON() or the platform’s API */
            options: components["schemas"]["PasskeyRequestOptions"];
        };
        SignInWithPasskeyRequest: {
            /**
             * @description From POST /auth/passkeys/options
             * @example Yb1u0Kc9VtW3hQmXz7Ej4RfNp2sLgAo6DiTqUyHx5Cw
             */
            challenge_id: string;
            response: components["schemas"]["PasskeyAssertion"];
        };
        OwnPermissions: {
            /** Format: uuid */
            user_id: string;
            roles: string[];
            permissions: string[];
            /** @example Zq3v8LkX0aTf1mWd */
            version: string;
        };
        SignInProviders: {
            providers: string[];
        };
        ConfirmIdentityRequest: {
            response: components["schemas"]["PasskeyAssertion"];
        };
        StartConfirmingIdentityRequest: Record<string, never>;
        RefreshTokensRequest: {
            refresh_token: string;
        };
        RegisterAccountRequest: {
            email: string;
            password: string;
            name?: string;
            /**
             * @description Values of profile fields by key; null removes one. Others stay as they are
             * @example {
             *       "department": "Sales"
             *     }
             */
            fields?: {
                [key: string]: (string | number | boolean) | null;
            };
            botcheck_token?: string;
        };
        Registration: {
            /** @constant */
            status: "verification_required";
        };
        ResendVerificationEmailRequest: {
            email: string;
            botcheck_token?: string;
        };
        ResetPasswordRequest: {
            token: string;
            password: string;
        };
        CreateFirstAdministratorRequest: {
            token: string;
            email: string;
            password: string;
            name?: string;
        };
        VerifyEmailRequest: {
            token: string;
            /** @description Sets the account’s password. Required unless this was the only registration of the address */
            password?: string;
        };
        VerifiedUser: {
            user: components["schemas"]["User"];
            /**
             * @description Whether an administrator has to approve the account before the user can sign in
             * @example false
             */
            awaits_approval: boolean;
        };
        SendContactMessageRequest: {
            name: string;
            email: string;
            subject: string;
            message: string;
            botcheck_token?: string;
            /**
             * @description IDs of your uploads; requires a Bearer token and uploads:create
             * @default []
             */
            attachment_upload_ids: string[];
        };
        ContactMessagePage: {
            data: components["schemas"]["ContactMessage"][];
            /**
             * @example {
             *       "next_cursor": null,
             *       "has_more": false
             *     }
             */
            page: {
                next_cursor: string | null;
                has_more: boolean;
            };
        };
        ContactMessage: {
            /** Format: uuid */
            id: string;
            name: string;
            email: string;
            subject: string;
            message: string;
            /** @enum {string} */
            status: "new" | "read" | "archived";
            ip: string | null;
            /** Format: date-time */
            created_at: string;
            /** @description The user who last changed the status; null if no one has */
            handled_by: string | null;
            handled_at: string | null;
            /** @description Increases with every change of the status; the ETag is this number in quotes */
            version: number;
            /** @description Attached files that still exist; empty if the sender was not signed in */
            attachments: components["schemas"]["ContactAttachment"][];
        };
        ContactAttachment: {
            /** Format: uuid */
            id: string;
            /** @example report.pdf */
            file_name: string | null;
            content_type: string;
            /** @description In bytes */
            size: number;
            /** @description Opens the file without signing in for 5 minutes */
            url: string;
        };
        UpdateContactMessageRequest: {
            /** @enum {string} */
            status: "new" | "read" | "archived";
        };
        InboxItemPage: {
            data: components["schemas"]["InboxItem"][];
            /**
             * @example {
             *       "next_cursor": null,
             *       "has_more": false
             *     }
             */
            page: {
                next_cursor: string | null;
                has_more: boolean;
            };
        };
        InboxItem: {
            /** Format: uuid */
            id: string;
            /** @description The kind of item, such as security.password_changed; more kinds may be added */
            kind: string;
            /** @description In the account’s language */
            title: string;
            body: string | null;
            /** @description Where the item links to: a path of this service */
            href: string | null;
            /** Format: date-time */
            created_at: string;
            read_at: string | null;
        };
        MarkInboxItemReadRequest: Record<string, never>;
        MarkInboxReadRequest: Record<string, never>;
        InboxRead: {
            /** @description Number of items marked by this request */
            read: number;
            /** @description Number of unread items */
            unread_count: number;
        };
        UnreadCount: {
            /** @description Number of unread items */
            unread_count: number;
        };
        Profile: {
            /** Format: uuid */
            id: string;
            email: string;
            /** @description False until the address is confirmed, also after an administrator changed it. Does not block signing in */
            email_verified: boolean;
            name: string | null;
            roles: string[];
            mfa_enabled: boolean;
            /** @enum {string} */
            kind: "person" | "service";
            locale: string | null;
            /** @description In E.164 format. Used only while phone_verified is true */
            phone: string | null;
            phone_verified: boolean;
            /** @description Accessible to you and to users with users:read */
            avatar_url: string | null;
            /**
             * @description Values of profile fields that you may read, by key
             * @example {
             *       "department": "Sales"
             *     }
             */
            fields: {
                [key: string]: string | number | boolean;
            };
            /** Format: date-time */
            created_at: string;
        };
        /**
         * @example {
         *       "name": "Ada Lovelace",
         *       "locale": "en"
         *     }
         */
        UpdateProfileRequest: {
            name?: string | null;
            locale?: ("en" | "tr") | null;
            /** @description The ID of an image you uploaded; null removes your picture */
            avatar_upload_id?: string | null;
            /**
             * @description Values of profile fields by key; null removes one. Others stay as they are
             * @example {
             *       "department": "Sales"
             *     }
             */
            fields?: {
                [key: string]: (string | number | boolean) | null;
            };
        };
        DeleteOwnAccountRequest: {
            password?: string;
        };
        ErasureAccepted: {
            /** @constant */
            status: "accepted";
        };
        RequestEmailChangeRequest: {
            new_email: string;
            password?: string;
        };
        EmailChange: {
            /** @constant */
            status: "confirmation_sent";
        };
        OwnDataExport: {
            /** Format: date-time */
            exported_at: string;
            profile: {
                /** Format: uuid */
                id: string;
                email: string;
                email_verified_at: string | null;
                first_verified_at: string | null;
                first_signed_in_at: string | null;
                name: string | null;
                locale: string | null;
                /**
                 * @example active
                 * @enum {string}
                 */
                status: "pending" | "active" | "deactivated" | "deleted";
                invited_at: string | null;
                /** Format: date-time */
                created_at: string;
                /** Format: date-time */
                updated_at: string;
                version: number;
            };
            /**
             * @description Values of profile fields that you may read, by key
             * @example {
             *       "department": "Sales"
             *     }
             */
            profile_fields: {
                [key: string]: string | number | boolean;
            };
            phone: {
                number: string;
                verified_at: string | null;
            } | null;
            /** @description A number waiting to be confirmed */
            phone_change: {
                new_phone: string;
                /** Format: date-time */
                requested_at: string;
                /** Format: date-time */
                expires_at: string;
            } | null;
            password: {
                is_set: boolean;
                changed_at: string | null;
            };
            second_factor: {
                enabled_at: string | null;
                authenticator_added_at: string | null;
                wrong_codes: number;
                enrolment_expires_at: string | null;
                recovery_codes: {
                    total: number;
                    used_at: string[];
                };
            };
            roles: {
                /** @example support */
                name: string;
                description: string;
            }[];
            permissions: string[];
            identities: {
                provider: string;
                /** @description Display name of the provider */
                provider_label: string;
                /**
                 * @description Your user ID at the provider
                 * @example 1076915
                 */
                subject: string;
                email: string | null;
                /** Format: date-time */
                linked_at: string;
                /** Format: date-time */
                last_used_at: string;
            }[];
            passkeys: {
                name: string;
                /** @example multiDevice */
                device_type: string;
                backed_up: boolean;
                /** Format: uuid */
                aaguid: string;
                /** Format: date-time */
                created_at: string;
                last_used_at: string | null;
            }[];
            /** @description When the dashboard offered to create a passkey */
            passkey_offered_at: string | null;
            devices: {
                /** Format: date-time */
                first_seen_at: string;
                /** Format: date-time */
                last_used_at: string;
                trusted_until: string | null;
            }[];
            /** @description How you receive notifications, and whether security notices are also sent by text message */
            announcements: {
                inbox: boolean;
                email: boolean;
                sms: boolean;
                security_sms: boolean;
            };
            /** @description A notification you drafted but did not send */
            notification_draft: {
                fields: {
                    [key: string]: string;
                };
                /** Format: date-time */
                changed_at: string;
            } | null;
            former_email_addresses: string[];
            /** @description A pending email address change */
            email_change: {
                new_email: string;
                /** Format: date-time */
                requested_at: string;
                /** Format: date-time */
                expires_at: string;
            } | null;
            links_sent: {
                /** @example verify_email */
                kind: string;
                email: string;
                /** Format: date-time */
                sent_at: string;
                /** Format: date-time */
                expires_at: string;
                used_at: string | null;
            }[];
            sessions: components["schemas"]["SessionRecord"][];
            api_keys: components["schemas"]["OwnApiKey"][];
            inbox: components["schemas"]["InboxItem"][];
            /** @description Text messages sent to you in the last year; their content is not stored */
            text_messages: components["schemas"]["TextMessage"][];
            uploads: components["schemas"]["ExportedUpload"][];
            payments: components["schemas"]["Payment"][];
            audit_records: components["schemas"]["OwnAuditRecord"][];
        };
        SessionRecord: {
            /** Format: uuid */
            id: string;
            /** @enum {string} */
            surface: "web" | "api";
            /**
             * @example [
             *       "pwd",
             *       "otp"
             *     ]
             */
            factors: string[];
            /** @description Null if an administrator viewed as the user */
            signed_in_at: string | null;
            /** @description That administrator */
            impersonated_by: string | null;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            last_used_at: string;
            /** Format: date-time */
            expires_at: string;
            revoked_at: string | null;
            revoked_reason: string | null;
            ip: string | null;
            user_agent: string | null;
            current: boolean;
        };
        OwnApiKey: {
            /** Format: uuid */
            id: string;
            /**
             * Format: uuid
             * @description The owner
             */
            user_id: string;
            created_by: string | null;
            /** @example Nightly export */
            name: string;
            /**
             * @description The public first part of the key, to recognize it by
             * @example ghk_0hXcQH2vVb1u0Kc9VtW3hQ
             */
            label: string;
            permissions: string[];
            /**
             * @description Empty: any address
             * @example [
             *       "203.0.113.7"
             *     ]
             */
            allowed_addresses: string[];
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            expires_at: string;
            /** @description Accurate to about a minute */
            last_used_at: string | null;
            revoked_at: string | null;
        };
        TextMessage: {
            /** Format: uuid */
            id: string;
            kind: string;
            /**
             * @description Masked
             * @example +1•••••••123
             */
            recipient: string | null;
            /** @example delivered */
            status: string;
            segments: number | null;
            error_code: string | null;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            updated_at: string;
        };
        ExportedUpload: {
            /** Format: uuid */
            id: string;
            /** @description Accessible to the owner; create a link to share it */
            url: string;
            /** @description SHA-256 of the stored file */
            sha256: string;
            content_type: string;
            /** @description Size of the stored file in bytes */
            size: number;
            /** @example report.pdf */
            name: string | null;
            /** @enum {string} */
            purpose: "file" | "avatar" | "attachment" | "logo";
            /** Format: date-time */
            created_at: string;
            /**
             * @description Opens the file without signing in until it expires
             * @example https://gatehouse.example.com/api/v1/uploads/01960f3e-7b1c-7a54-9d2e-3f6b8c0a1d42?expires=1773566813&signature=k1c
             */
            download_url: string;
            /** Format: date-time */
            download_expires_at: string;
        };
        Payment: {
            /** Format: uuid */
            id: string;
            /** Format: uuid */
            user_id: string;
            /**
             * @example succeeded
             * @enum {string}
             */
            status: "processing" | "requires_action" | "succeeded" | "failed" | "canceled" | "partially_refunded" | "refunded";
            /** @description In the currency’s minor unit */
            amount: number;
            /** @description ISO 4217 */
            currency: string;
            /** @description In the currency’s minor unit */
            captured_amount: number;
            /** @description In the currency’s minor unit */
            refunded_amount: number;
            /** @enum {string} */
            provider: "simulator" | "stripe";
            /** @description true: created by the payment simulator; no money is moved */
            simulated: boolean;
            /**
             * @description Where the customer confirms the payment (3-D Secure); set while the status is requires_action
             * @example null
             */
            next_action: {
                /** @constant */
                type: "redirect";
                url: string;
            } | null;
            /** @description The provider’s failure code; or amount_mismatch, also of an unsettled payment, if another amount was captured than requested */
            failure_code: string | null;
            return_url: string;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            updated_at: string;
            events: {
                /**
                 * @example succeeded
                 * @enum {string}
                 */
                status: "processing" | "requires_action" | "succeeded" | "failed" | "canceled" | "partially_refunded" | "refunded";
                /** Format: date-time */
                at: string;
            }[];
            refunds: {
                /** Format: uuid */
                id: string;
                /** @description In the currency’s minor unit */
                amount: number;
                /** @enum {string} */
                status: "pending" | "succeeded" | "failed";
                failure_code: string | null;
                /** Format: date-time */
                created_at: string;
            }[];
        };
        OwnAuditRecord: {
            /** Format: uuid */
            id: string;
            /** Format: date-time */
            occurred_at: string;
            action: string;
            /** @enum {string} */
            outcome: "ok" | "refused";
            /** @enum {string} */
            actor: "you" | "somebody_else" | "nobody_signed_in";
            target: ("you" | "your_session" | "something_else") | null;
            /** @description Only for your own actions */
            ip: string | null;
            user_agent: string | null;
            details: {
                [key: string]: unknown;
            } | null;
        };
        IdentityList: {
            data: components["schemas"]["Identity"][];
            /**
             * @example {
             *       "next_cursor": null,
             *       "has_more": false
             *     }
             */
            page: {
                next_cursor: string | null;
                has_more: boolean;
            };
        };
        Identity: {
            provider: string;
            /** @description The email address the provider reported when it was connected */
            email: string | null;
            /** Format: date-time */
            linked_at: string;
            /** Format: date-time */
            last_used_at: string;
        };
        RemoveIdentityRequest: {
            /** @description Your password; required without a recent sign-in (10 minutes by default) */
            password?: string;
        };
        NotificationPreferences: {
            /** @description Whether notifications appear in the inbox; security notices always do */
            inbox: boolean;
            /** @description Whether notifications are sent by email; security notices always are */
            email: boolean;
            /** @description Whether notifications are sent by text message to a confirmed number */
            sms: boolean;
            /** @description Whether security notices are also sent by text message */
            security_sms: boolean;
        };
        UpdateNotificationPreferencesRequest: {
            inbox?: boolean;
            email?: boolean;
            sms?: boolean;
            security_sms?: boolean;
        };
        PasskeyList: {
            data: components["schemas"]["Passkey"][];
            /**
             * @example {
             *       "next_cursor": null,
             *       "has_more": false
             *     }
             */
            page: {
                next_cursor: string | null;
                has_more: boolean;
            };
        };
        Passkey: {
            /** Format: uuid */
            id: string;
            /** @example Work laptop */
            name: string;
            /**
             * @description multiDevice: it can be synced between devices; singleDevice: it stays on one
             * @example multiDevice
             */
            device_type: string;
            /** @description Whether it was synced or backed up when last used */
            backed_up: boolean;
            /**
             * Format: uuid
             * @description The model of the authenticator; all zeros if unknown
             */
            aaguid: string;
            /**
             * @example [
             *       "internal"
             *     ]
             */
            transports: string[];
            /** Format: date-time */
            created_at: string;
            last_used_at: string | null;
        };
        PasskeyRegistration: {
            /** @example AAAA */
            id: string;
            /** @example AAAA */
            rawId: string;
            /** @description Always “public-key” */
            type: string;
            authenticatorAttachment?: string | null;
            clientExtensionResults?: unknown;
            response: {
                /** @example AAAA */
                clientDataJSON: string;
                /** @example AAAA */
                attestationObject: string;
                transports?: string[];
            };
        };
        AddPasskeyRequest: {
            /**
             * @description The default names the browser and system
             * @example Work laptop
             */
            name?: string;
            response: components["schemas"]["PasskeyRegistration"];
        };
        RenamePasskeyRequest: {
            /** @example Work laptop */
            name: string;
        };
        RemovePasskeyRequest: {
            /** @description Your password; required without a recent sign-in (10 minutes by default) */
            password?: string;
        };
        StartPasskeyCreationRequest: {
            /** @description Your password; required without a recent sign-in (10 minutes by default) */
            password?: string;
        };
        PasskeyCreation: {
            /**
             * @description Seconds left to respond
             * @example 300
             */
            expires_in: number;
            /** @description Pass it to PublicKeyCredential.parseCreationOptionsFromJSON() or the platform’s API */
            options: components["schemas"]["PasskeyCreationOptions"];
        };
        PasskeyCreationOptions: {
            /** @example Yb1u0Kc9VtW3hQmXz7Ej4RfNp2sLgAo6DiTqUyHx5Cw */
            challenge: string;
            rp: {
                /** @example id.example.com */
                id: string;
                /** @example Gatehouse */
                name: string;
            };
            user: {
                /**
                 * @description Random: neither your user ID nor your address
                 * @example Yb1u0Kc9VtW3hQmXz7Ej4RfNp2sLgAo6DiTqUyHx5Cw
                 */
                id: string;
                /** @example ada@example.com */
                name: string;
                /** @example Ada Lovelace */
                displayName: string;
            };
            pubKeyCredParams: {
                /** @constant */
                type: "public-key";
                /** @example -7 */
                alg: number;
            }[];
            /**
             * @description Milliseconds
             * @example 300000
             */
            timeout: number;
            /** @constant */
            attestation: "none";
            authenticatorSelection: {
                /** @constant */
                residentKey: "required";
                /** @constant */
                requireResidentKey: true;
                /** @constant */
                userVerification: "required";
            };
            excludeCredentials: {
                /** @example Yb1u0Kc9VtW3hQmXz7Ej4RfNp2sLgAo6DiTqUyHx5Cw */
                id: string;
                /** @constant */
                type: "public-key";
                /**
                 * @example [
                 *       "internal"
                 *     ]
                 */
                transports: string[];
            }[];
        };
        RequestPhoneChangeRequest: {
            /** @description In international format, such as +12025550123 */
            phone: string;
        };
        PhoneChange: {
            /** @constant */
            status: "code_sent";
        };
        VerifyPhoneRequest: {
            code: string;
        };
        SessionPage: {
            data: components["schemas"]["Session"][];
            /**
             * @example {
             *       "next_cursor": null,
             *       "has_more": false
             *     }
             */
            page: {
                next_cursor: string | null;
                has_more: boolean;
            };
        };
        Session: {
            /** Format: uuid */
            id: string;
            /** @enum {string} */
            surface: "web" | "api";
            ip: string | null;
            user_agent: string | null;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            last_used_at: string;
            current: boolean;
            /** @description The administrator who views as the user in this session */
            impersonated_by: {
                /** Format: uuid */
                id: string;
                name: string | null;
            } | null;
        };
        NotificationPage: {
            data: components["schemas"]["Notification"][];
            /**
             * @example {
             *       "next_cursor": null,
             *       "has_more": false
             *     }
             */
            page: {
                next_cursor: string | null;
                has_more: boolean;
            };
        };
        Notification: {
            /** Format: uuid */
            batch_id: string;
            /**
             * @example completed
             * @enum {string}
             */
            status: "scheduled" | "running" | "completed" | "cancelled" | "failed";
            /** @description Why it failed: actor_not_active, permission_lost, api_key_ended, backup_restored, or internal_error */
            stopped_because: string | null;
            /** @description Number of recipients, counted on creation and again when sending starts */
            total: number;
            /** @description Recipients reached: by email once the mail server accepted it; otherwise in the inbox; otherwise by text message once the provider accepted it */
            delivered: number;
            /** @description Recipients whose email (or text message, if that is their only channel) was rejected or not delivered after 8 attempts */
            failed: number;
            /** @description Recipients who turned off all of the channels or whose account is no longer active */
            skipped: number;
            /**
             * @example {
             *       "kind": "role",
             *       "role": "support",
             *       "user_count": null
             *     }
             */
            audience: {
                /** @enum {string} */
                kind: "users" | "role" | "all";
                role: string | null;
                /** @description Number of IDs in the request */
                user_count: number | null;
            };
            channels: ("inbox" | "email" | "sms")[];
            /** @description Delivery of the text messages; null without the sms channel */
            sms: {
                /** @description Messages waiting to be sent */
                queued: number;
                /** @description Accepted by the provider; no delivery report yet */
                sent: number;
                delivered: number;
                /** @description Rejected by the provider or reported as undelivered */
                failed: number;
                /** @description Recipients who replied STOP; nothing is sent to them */
                opted_out: number;
                /** @description Recipients who have no confirmed number, turned off text messages, or no longer exist */
                skipped: number;
                /** @description Segments per message; each is billed as one message */
                segments: number;
            } | null;
            title: string;
            body: string;
            href: string | null;
            template_id: string | null;
            send_at: string | null;
            created_by: string | null;
            /** Format: date-time */
            created_at: string;
            started_at: string | null;
            finished_at: string | null;
        };
        /**
         * @example {
         *       "to": {
         *         "role": "support"
         *       },
         *       "channels": [
         *         "inbox",
         *         "email"
         *       ],
         *       "title": "Scheduled maintenance",
         *       "body": "The service will be unavailable on Sunday from 2 to 3 a.m."
         *     }
         */
        SendNotificationRequest: {
            to: {
                user_ids?: string[];
                role?: string;
                /** @constant */
                all?: true;
            };
            channels?: ("inbox" | "email" | "sms")[];
            title?: string;
            body?: string;
            /** @description A path of this service */
            href?: string | null;
            /**
             * Format: uuid
             * @description A template ID. Its texts and channels are used where the request has none, and {{name}} and {{email}} are filled in
             */
            template_id?: string;
            /**
             * Format: date-time
             * @description When to send it, at most 1 year ahead. Sent immediately if omitted
             */
            send_at?: string;
        };
        NotificationReceipt: {
            /** Format: uuid */
            batch_id: string;
            /** @description Current number of recipients: active users in the audience */
            total: number;
        };
        CancelNotificationRequest: Record<string, never>;
        NotificationTemplatePage: {
            data: components["schemas"]["NotificationTemplate"][];
            /**
             * @example {
             *       "next_cursor": null,
             *       "has_more": false
             *     }
             */
            page: {
                next_cursor: string | null;
                has_more: boolean;
            };
        };
        NotificationTemplate: {
            /** Format: uuid */
            id: string;
            /** @example Maintenance */
            name: string;
            title: string;
            body: string;
            href: string | null;
            channels: ("inbox" | "email" | "sms")[];
            created_by: string | null;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            updated_at: string;
            /** @description Increases with every change; the ETag is this number in quotes */
            version: number;
        };
        CreateNotificationTemplateRequest: {
            /** @example Maintenance */
            name: string;
            /** @description {{name}} and {{email}} are filled in for each recipient; {{name}} is the email address if the user has no name or has not confirmed the address */
            title: string;
            /** @description {{name}} and {{email}} are filled in for each recipient; {{name}} is the email address if the user has no name or has not confirmed the address */
            body: string;
            /** @default null */
            href: string | null;
            channels: ("inbox" | "email" | "sms")[];
        };
        UpdateNotificationTemplateRequest: {
            /** @example Maintenance */
            name?: string;
            /** @description {{name}} and {{email}} are filled in for each recipient; {{name}} is the email address if the user has no name or has not confirmed the address */
            title?: string;
            /** @description {{name}} and {{email}} are filled in for each recipient; {{name}} is the email address if the user has no name or has not confirmed the address */
            body?: string;
            href?: string | null;
            channels?: ("inbox" | "email" | "sms")[];
        };
        OpenApiDocument: {
            /** @example 3.1.0 */
            openapi: string;
        } & {
            [key: string]: unknown;
        };
        PaymentSummaryPage: {
            data: components["schemas"]["PaymentSummary"][];
            /**
             * @example {
             *       "next_cursor": null,
             *       "has_more": false
             *     }
             */
            page: {
                next_cursor: string | null;
                has_more: boolean;
            };
        };
        PaymentSummary: {
            /** Format: uuid */
            id: string;
            /** Format: uuid */
            user_id: string;
            /**
             * @example succeeded
             * @enum {string}
             */
            status: "processing" | "requires_action" | "succeeded" | "failed" | "canceled" | "partially_refunded" | "refunded";
            /** @description In the currency’s minor unit */
            amount: number;
            /** @description ISO 4217 */
            currency: string;
            /** @description In the currency’s minor unit */
            captured_amount: number;
            /** @description In the currency’s minor unit */
            refunded_amount: number;
            /** @enum {string} */
            provider: "simulator" | "stripe";
            /** @description true: created by the payment simulator; no money is moved */
            simulated: boolean;
            /**
             * @description Where the customer confirms the payment (3-D Secure); set while the status is requires_action
             * @example null
             */
            next_action: {
                /** @constant */
                type: "redirect";
                url: string;
            } | null;
            /** @description The provider’s failure code; or amount_mismatch, also of an unsettled payment, if another amount was captured than requested */
            failure_code: string | null;
            return_url: string;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            updated_at: string;
        };
        CreatePaymentRequest: {
            /** @description In the currency’s minor unit: 1050 is 10.50 EUR or 1050 JPY */
            amount: number;
            /** @description ISO 4217 */
            currency: string;
            /** @description A payment provider token such as pm_…, never a card number. For the simulator: sim_frictionless, sim_challenge, sim_decline, or sim_timeout */
            payment_method_token: string;
            /** @description Where the browser returns to: a URL on this origin or an entry of OAUTH_APP_REDIRECT_URIS */
            return_url: string;
        };
        RefundPaymentRequest: {
            /** @description In minor units. Refunds the remaining amount if omitted */
            amount?: number;
        };
        AnswerPaymentChallengeRequest: {
            /** @enum {string} */
            result: "passed" | "failed" | "canceled";
        };
        ProfileFieldList: {
            data: components["schemas"]["ProfileField"][];
            /**
             * @example {
             *       "next_cursor": null,
             *       "has_more": false
             *     }
             */
            page: {
                next_cursor: string | null;
                has_more: boolean;
            };
        };
        ProfileField: {
            /** @example department */
            key: string;
            /**
             * @example choice
             * @enum {string}
             */
            type: "text" | "number" | "boolean" | "date" | "choice";
            label: {
                /** @example Department */
                en: string;
                /** @example Bölüm */
                tr: string;
            };
            max_length: number | null;
            minimum: number | null;
            maximum: number | null;
            /**
             * @example [
             *       "Sales",
             *       "Support"
             *     ]
             */
            options: string[];
            required: boolean;
            /** @enum {string} */
            readable_by: "user" | "administrators";
            /** @enum {string} */
            writable_by: "user" | "administrators";
            position: number;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            updated_at: string;
            /** @description Increases with every change; the ETag is this number in quotes */
            version: number;
        };
        /**
         * @example {
         *       "key": "department",
         *       "type": "choice",
         *       "label": {
         *         "en": "Department",
         *         "tr": "Bölüm"
         *       },
         *       "options": [
         *         "Sales",
         *         "Support"
         *       ],
         *       "required": true
         *     }
         */
        CreateProfileFieldRequest: {
            label: {
                /** @example Department */
                en: string;
                /**
                 * @description Without a translation, the English text is shown
                 * @example Bölüm
                 */
                tr?: string;
            };
            /**
             * @description Only of a text
             * @example 200
             */
            max_length?: number;
            /** @description Only of a number */
            minimum?: number | null;
            /** @description Only of a number */
            maximum?: number | null;
            /** @description Only of a choice */
            options?: string[];
            /** @description Asked for at registration, and cannot be removed by the user */
            required?: boolean;
            /** @enum {string} */
            readable_by?: "user" | "administrators";
            /** @enum {string} */
            writable_by?: "user" | "administrators";
            /** @description Fields are shown by position, then key */
            position?: number;
            /**
             * @description Lowercase letters, digits, and underscores, beginning with a letter; cannot be changed
             * @example department
             */
            key: string;
            /** @enum {string} */
            type: "text" | "number" | "boolean" | "date" | "choice";
        };
        /**
         * @example {
         *       "label": {
         *         "en": "Department",
         *         "tr": "Bölüm"
         *       },
         *       "required": true
         *     }
         */
        UpdateProfileFieldRequest: {
            label?: {
                /** @example Department */
                en: string;
                /**
                 * @description Without a translation, the English text is shown
                 * @example Bölüm
                 */
                tr?: string;
            };
            /**
             * @description Only of a text
             * @example 200
             */
            max_length?: number;
            /** @description Only of a number */
            minimum?: number | null;
            /** @description Only of a number */
            maximum?: number | null;
            /** @description Only of a choice */
            options?: string[];
            /** @description Asked for at registration, and cannot be removed by the user */
            required?: boolean;
            /** @enum {string} */
            readable_by?: "user" | "administrators";
            /** @enum {string} */
            writable_by?: "user" | "administrators";
            /** @description Fields are shown by position, then key */
            position?: number;
        };
        PermissionExplanation: {
            /** Format: uuid */
            user_id: string;
            permission: string;
            /** @enum {string} */
            decision: "allow" | "deny";
            /** @enum {string} */
            reason: "granted" | "no_role_grants_it" | "account_not_active" | "second_factor_missing" | "permission_retired" | "permission_unknown";
            /**
             * @example active
             * @enum {string}
             */
            account_status: "pending" | "active" | "deactivated" | "deleted";
            /** @description All roles of the user */
            roles: string[];
            /** @description Each of the user’s roles that includes the permission */
            path: {
                /** Format: uuid */
                role_id: string;
                role: string;
                permission: string;
            }[];
        };
        PermissionHolderPage: {
            data: components["schemas"]["PermissionHolder"][];
            /**
             * @example {
             *       "next_cursor": null,
             *       "has_more": false
             *     }
             */
            page: {
                next_cursor: string | null;
                has_more: boolean;
            };
        };
        PermissionHolder: {
            /** Format: uuid */
            id: string;
            /** @description null unless you have users:list */
            email: string | null;
            name: string | null;
            /**
             * @example active
             * @enum {string}
             */
            status: "pending" | "active" | "deactivated" | "deleted";
            /** @description The roles that grant the permission */
            roles: string[];
        };
        PermissionList: {
            data: components["schemas"]["Permission"][];
            /**
             * @example {
             *       "next_cursor": null,
             *       "has_more": false
             *     }
             */
            page: {
                next_cursor: string | null;
                has_more: boolean;
            };
        };
        Permission: {
            /** @example users:list */
            name: string;
            /** @example List users */
            description: string;
            /** @example users */
            resource: string;
            /**
             * @description The application it belongs to; null for permissions of the service
             * @example null
             */
            application: string | null;
            /** @example null */
            group: string | null;
            /**
             * @description Whether users who have it can be changed only by those who have it too
             * @example true
             */
            privileged: boolean;
            /**
             * @description The ETag is this number in quotes; null for permissions of the service
             * @example null
             */
            version: number | null;
            /** @example null */
            created_at: string | null;
            /**
             * @description Kept to explain its absence, but never granted
             * @constant
             */
            retired?: true;
            /** Format: date-time */
            retired_at?: string;
        };
        CreatePermissionRequest: {
            /** @example crm:contacts:export */
            name: string;
            /** @example Export contacts */
            description: string;
            /**
             * @description The heading it appears under in the role form
             * @example Contacts
             */
            group?: string | null;
            /**
             * @description Whether users who have it can be changed only by those who have it too
             * @default false
             * @example false
             */
            privileged: boolean;
        };
        UpdatePermissionRequest: {
            /** @example Export contacts */
            description?: string;
            /**
             * @description The heading it appears under in the role form
             * @example Contacts
             */
            group?: string | null;
            /**
             * @description Whether users who have it can be changed only by those who have it too
             * @example false
             */
            privileged?: boolean;
        };
        SyncPermissionsRequest: {
            /** @example crm */
            application: string;
            permissions: {
                /** @example crm:contacts:export */
                name: string;
                /** @example Export contacts */
                description: string;
                /**
                 * @description The heading it appears under in the role form
                 * @example Contacts
                 */
                group?: string | null;
                /**
                 * @description Whether users who have it can be changed only by those who have it too
                 * @example false
                 */
                privileged?: boolean;
            }[];
        };
        SyncedPermissions: {
            /**
             * @description Also those that were retired before; only the role admin has them
             * @example [
             *       "crm:contacts:export"
             *     ]
             */
            added: string[];
            /** @example [] */
            changed: string[];
            /**
             * @description No role has them anymore
             * @example []
             */
            retired: string[];
        };
        RolePage: {
            data: components["schemas"]["Role"][];
            /**
             * @example {
             *       "next_cursor": null,
             *       "has_more": false
             *     }
             */
            page: {
                next_cursor: string | null;
                has_more: boolean;
            };
        };
        Role: {
            /** Format: uuid */
            id: string;
            /** @example support */
            name: string;
            description: string;
            /**
             * @description true for admin and user, of which only requires_mfa can be changed
             * @example false
             */
            is_system: boolean;
            /**
             * @description Whether its users need two-step verification
             * @example false
             */
            requires_mfa: boolean;
            permissions: string[];
            /**
             * @description Permissions of the service that this version doesn’t have: kept, but without effect unless they return
             * @example []
             */
            retired_permissions: string[];
            user_count: number;
            version: number;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            updated_at: string;
        };
        CreateRoleRequest: {
            /** @example support */
            name: string;
            description?: string;
            permissions?: string[];
            /** @default false */
            requires_mfa: boolean;
        };
        UpdateRoleRequest: {
            /** @example support */
            name?: string;
            description?: string;
            permissions?: string[];
            /** @description The only field of a system role that can be changed */
            requires_mfa?: boolean;
        };
        ReplaceRolePermissionsRequest: {
            permissions: string[];
        };
        PreviewRolePermissionsRequest: {
            permissions: string[];
        };
        RolePreview: {
            /** Format: uuid */
            role_id: string;
            version: number;
            /**
             * @example [
             *       "users:list"
             *     ]
             */
            adds: string[];
            /** @example [] */
            removes: string[];
            /** @example [] */
            removes_retired: string[];
            /** @description Users who would gain permissions they don’t have now */
            gains: {
                count: number;
                /** @description The 50 newest of them */
                users: {
                    /** Format: uuid */
                    id: string;
                    /** @description null unless you have users:list */
                    email: string | null;
                    name: string | null;
                    /**
                     * @example active
                     * @enum {string}
                     */
                    status: "pending" | "active" | "deactivated" | "deleted";
                    permissions: string[];
                }[];
            };
            /** @description Users who would lose permissions they have now */
            loses: {
                count: number;
                /** @description The 50 newest of them */
                users: {
                    /** Format: uuid */
                    id: string;
                    /** @description null unless you have users:list */
                    email: string | null;
                    name: string | null;
                    /**
                     * @example active
                     * @enum {string}
                     */
                    status: "pending" | "active" | "deactivated" | "deleted";
                    permissions: string[];
                }[];
            };
            /**
             * @description The problem code if the change would be refused
             * @example null
             */
            refusal: string | null;
        };
        WaitingRegistrationPage: {
            data: components["schemas"]["WaitingRegistration"][];
            /**
             * @example {
             *       "next_cursor": null,
             *       "has_more": false
             *     }
             */
            page: {
                next_cursor: string | null;
                has_more: boolean;
            };
        };
        WaitingRegistration: {
            /**
             * Format: uuid
             * @description The ID of the user
             */
            id: string;
            /** @description Confirmed */
            email: string;
            /** @description As the user entered it; could be anything */
            name: string | null;
            locale: string | null;
            /**
             * @description The provider that the user signed in with; null if they chose a password
             * @example google
             */
            provider: string | null;
            /**
             * Format: date-time
             * @description When the user registered
             */
            requested_at: string;
            /**
             * Format: date-time
             * @description When the address was confirmed: waiting since
             */
            confirmed_at: string;
            /** @description Of the user: increases with every change; the ETag is this number in quotes */
            version: number;
        };
        ApproveRegistrationRequest: Record<string, never>;
        ManagedUser: {
            /** Format: uuid */
            id: string;
            /**
             * @description service: an account of other software, which has API keys and cannot sign in
             * @example person
             * @enum {string}
             */
            kind: "person" | "service";
            /** @description Of a service account: a made-up address that no email is sent to */
            email: string;
            email_verified: boolean;
            name: string | null;
            locale: string | null;
            /**
             * @example active
             * @enum {string}
             */
            status: "pending" | "active" | "deactivated" | "deleted";
            /**
             * @description Pending: the address is confirmed, and an administrator has to approve the account
             * @example false
             */
            awaits_approval: boolean;
            roles: string[];
            mfa_enabled: boolean;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            updated_at: string;
            last_sign_in_at: string | null;
            avatar_url: string | null;
            /** @description Increases with every change; the ETag is this number in quotes */
            version: number;
        };
        DeclineRegistrationRequest: {
            /**
             * @description Sent to the user
             * @example Please sign up with your work address.
             */
            reason?: string | null;
        };
        SettingsArea: {
            /**
             * @description Every setting of the area, including defaults
             * @example {
             *       "max_login_attempts": 5,
             *       "lockout_duration": "15m"
             *     }
             */
            values: {
                [key: string]: string | number | boolean | string[] | {
                    set: boolean;
                } | {
                    subject: string;
                    body: string;
                    button: string;
                } | null;
            };
            /**
             * @description Names of settings fixed by environment variables
             * @example [
             *       "max_login_attempts"
             *     ]
             */
            locked: string[];
            health?: {
                last_success_at: string | null;
                last_error_at: string | null;
                /** @description The provider’s response */
                last_error: string | null;
                queue_length: number;
            };
        };
        /**
         * @example {
         *       "values": {
         *         "max_login_attempts": 5,
         *         "lockout_duration": null
         *       }
         *     }
         */
        UpdateSettingsRequest: {
            values: {
                [key: string]: string | number | boolean | string[] | {
                    [key: string]: string;
                } | null;
            };
        };
        /**
         * @example {
         *       "to": "ada@example.com"
         *     }
         */
        TestSettingsRequest: {
            name?: string;
            to?: string;
        };
        SettingsTest: {
            ok: boolean;
            /** @description The provider’s response */
            detail: string;
        };
        /**
         * @example {
         *       "values": {
         *         "max_login_attempts": 5,
         *         "lockout_duration": null
         *       }
         *     }
         */
        UpdateNotificationSettingsRequest: {
            values: {
                [key: string]: string | number | boolean | string[] | {
                    [key: string]: string;
                } | null;
            };
        };
        /**
         * @example {
         *       "to": "+12025550123"
         *     }
         */
        TestNotificationSettingsRequest: {
            name?: string;
            to?: string;
        };
        /**
         * @example {
         *       "values": {
         *         "max_login_attempts": 5,
         *         "lockout_duration": null
         *       }
         *     }
         */
        UpdatePaymentSettingsRequest: {
            values: {
                [key: string]: string | number | boolean | string[] | {
                    [key: string]: string;
                } | null;
            };
        };
        /** @example {} */
        TestPaymentSettingsRequest: {
            name?: string;
            to?: string;
        };
        UploadPage: {
            data: components["schemas"]["Upload"][];
            /**
             * @example {
             *       "next_cursor": null,
             *       "has_more": false
             *     }
             */
            page: {
                next_cursor: string | null;
                has_more: boolean;
            };
        };
        Upload: {
            /** Format: uuid */
            id: string;
            /** @description Accessible to the owner; create a link to share it */
            url: string;
            /** @description SHA-256 of the stored file */
            sha256: string;
            content_type: string;
            /** @description Size of the stored file in bytes */
            size: number;
            /** @example report.pdf */
            name: string | null;
            /** @enum {string} */
            purpose: "file" | "avatar" | "attachment" | "logo";
            /** Format: date-time */
            created_at: string;
        };
        CreateUploadLinkRequest: {
            /**
             * @description Lifetime of the link in seconds
             * @default 3600
             */
            expires_in: number;
        };
        UploadLink: {
            url: string;
            /** Format: date-time */
            expires_at: string;
        };
        ManagedUserPage: {
            data: components["schemas"]["ManagedUser"][];
            /**
             * @example {
             *       "next_cursor": null,
             *       "has_more": false
             *     }
             */
            page: {
                next_cursor: string | null;
                has_more: boolean;
            };
        };
        InviteUserRequest: {
            /** @constant */
            kind?: "person";
            email: string;
            name?: string | null;
            /**
             * @description Role names
             * @default [
             *       "user"
             *     ]
             */
            roles: string[];
            /**
             * @description Values of profile fields by key; null removes one. Others stay as they are
             * @example {
             *       "department": "Sales"
             *     }
             */
            fields?: {
                [key: string]: (string | number | boolean) | null;
            };
        } | {
            /** @constant */
            kind: "service";
            name: string;
            /**
             * @description Role names
             * @default [
             *       "user"
             *     ]
             */
            roles: string[];
        };
        UserDetails: {
            /** Format: uuid */
            id: string;
            /**
             * @description service: an account of other software, which has API keys and cannot sign in
             * @example person
             * @enum {string}
             */
            kind: "person" | "service";
            /** @description Of a service account: a made-up address that no email is sent to */
            email: string;
            email_verified: boolean;
            name: string | null;
            locale: string | null;
            /**
             * @example active
             * @enum {string}
             */
            status: "pending" | "active" | "deactivated" | "deleted";
            /**
             * @description Pending: the address is confirmed, and an administrator has to approve the account
             * @example false
             */
            awaits_approval: boolean;
            roles: string[];
            mfa_enabled: boolean;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            updated_at: string;
            last_sign_in_at: string | null;
            avatar_url: string | null;
            /** @description Increases with every change; the ETag is this number in quotes */
            version: number;
            /**
             * @description Values of profile fields that you may read, by key
             * @example {
             *       "department": "Sales"
             *     }
             */
            fields: {
                [key: string]: string | number | boolean;
            };
        };
        /**
         * @example {
         *       "name": "Ada Lovelace",
         *       "fields": {
         *         "department": "Sales"
         *       }
         *     }
         */
        UpdateUserRequest: {
            name?: string | null;
            /**
             * @description Values of profile fields by key; null removes one. Others stay as they are
             * @example {
             *       "department": "Sales"
             *     }
             */
            fields?: {
                [key: string]: (string | number | boolean) | null;
            };
        };
        DeleteUserRequest: {
            /** @description Your own password; with erase=true, required without a recent sign-in (10 minutes by default) */
            password?: string;
        };
        ActivateUserRequest: Record<string, never>;
        DeactivateUserRequest: Record<string, never>;
        ChangeUserEmailRequest: {
            email: string;
        };
        ImpersonateUserRequest: {
            /**
             * @description Sent to the user and kept in the audit trail
             * @example Ticket 4711: the invoices page is empty
             */
            reason?: string;
            /** @description Your own password; required without a recent sign-in (10 minutes by default) */
            password?: string;
        };
        Impersonation: {
            access_token: string;
            /** @constant */
            token_type: "Bearer";
            /** @description Lifetime of the access token and its session in seconds */
            expires_in: number;
            /** Format: uuid */
            session_id: string;
            user: components["schemas"]["User"];
        };
        ResendInvitationRequest: Record<string, never>;
        CreateInvitationLinkRequest: {
            /** @description Your own password; required without a recent sign-in (10 minutes by default) */
            password?: string;
        };
        InvitationLink: {
            /** Format: uri */
            url: string;
            /** Format: date-time */
            expires_at: string;
        };
        SendPasswordResetRequest: Record<string, never>;
        RestoreUserRequest: Record<string, never>;
        ReplaceUserRolesRequest: {
            /** @description Role names */
            roles: string[];
        };
        BulkActionPage: {
            data: components["schemas"]["BulkAction"][];
            /**
             * @example {
             *       "next_cursor": null,
             *       "has_more": false
             *     }
             */
            page: {
                next_cursor: string | null;
                has_more: boolean;
            };
        };
        BulkAction: {
            /** Format: uuid */
            id: string;
            /**
             * @example completed
             * @enum {string}
             */
            status: "draft" | "queued" | "running" | "completed" | "stopped";
            stopped_because: string | null;
            /** @enum {string} */
            action: "activate" | "deactivate" | "end_sessions" | "add_roles" | "remove_roles" | "resend_invitation";
            /** @example [] */
            roles: string[];
            /**
             * @description The filter that selected the users; null if they were selected by ID
             * @example {
             *       "status": "pending"
             *     }
             */
            filter: {
                query?: string;
                /** @enum {string} */
                status?: "pending" | "active" | "deactivated" | "deleted";
                role?: string;
                /** @enum {string} */
                kind?: "person" | "service";
            } | null;
            total: number;
            processed: number;
            changed: number;
            /** @description Users already in the requested state */
            unchanged: number;
            refused: number;
            /**
             * @description What the draft would do if it ran now; null after it has run
             * @example null
             */
            preview: {
                changed: number;
                unchanged: number;
                refused: number;
                refusals: {
                    /** @enum {string} */
                    code: "own_account" | "not_found" | "conflict" | "privilege_escalation" | "last_admin";
                    count: number;
                }[];
            } | null;
            /** Format: uuid */
            created_by: string;
            /** Format: date-time */
            created_at: string;
            finished_at: string | null;
        };
        /**
         * @example {
         *       "action": "deactivate",
         *       "user_ids": [
         *         "01960f3e-7b1c-7a54-9d2e-3f6b8c0a1d42"
         *       ]
         *     }
         */
        CreateBulkActionRequest: {
            /** @enum {string} */
            action: "activate" | "deactivate" | "end_sessions" | "add_roles" | "remove_roles" | "resend_invitation";
            /** @description The IDs of the users; alternatively use `filter` */
            user_ids?: string[];
            /** @description All users who match this filter of GET /users, at most 10,000; `{}` selects everyone */
            filter?: {
                /** @description Any part of the email address or name; case-insensitive. One or two characters match the start only. */
                query?: string;
                /** @enum {string} */
                status?: "pending" | "active" | "deactivated" | "deleted";
                /** @description A role name */
                role?: string;
                /** @enum {string} */
                kind?: "person" | "service";
            };
            /**
             * @description Role names; required for add_roles and remove_roles
             * @default []
             */
            roles: string[];
            /**
             * @description true: returns a draft with a preview and changes nothing
             * @default false
             */
            dry_run: boolean;
        };
        CancelBulkActionRequest: Record<string, never>;
        RunBulkActionRequest: Record<string, never>;
        BulkActionUserPage: {
            data: components["schemas"]["BulkActionUser"][];
            /**
             * @example {
             *       "next_cursor": null,
             *       "has_more": false
             *     }
             */
            page: {
                next_cursor: string | null;
                has_more: boolean;
            };
        };
        BulkActionUser: {
            /** Format: uuid */
            user_id: string;
            /**
             * @example changed
             * @enum {string}
             */
            outcome: "waiting" | "changed" | "unchanged" | "refused";
            /**
             * @description Problem code of the refusal; null otherwise
             * @example null
             */
            code: string | null;
        };
        UserImportPage: {
            data: components["schemas"]["UserImport"][];
            /**
             * @example {
             *       "next_cursor": null,
             *       "has_more": false
             *     }
             */
            page: {
                next_cursor: string | null;
                has_more: boolean;
            };
        };
        UserImport: {
            /** Format: uuid */
            id: string;
            /**
             * @example completed
             * @enum {string}
             */
            status: "queued" | "running" | "completed" | "stopped";
            /** @description cancelled, actor_not_active, permission_lost, account_reclaimed, backup_restored, or internal_error. Rows up to `processed` were handled */
            stopped_because: string | null;
            /** @example false */
            dry_run: boolean;
            /** @enum {string} */
            format: "csv" | "json" | "ndjson";
            /** @description File name, if known */
            file_name: string | null;
            /** @description Rows in the file */
            total: number;
            processed: number;
            /** @description Users created or, in a dry run, users that would be created */
            created: number;
            refused: number;
            /** @description How many of the created users have no password and can be invited */
            without_password: number;
            /** @description Created users with a password; null if an earlier version processed some of its rows */
            with_password: number | null;
            /** @description Created users with a role other than `user`; null if an earlier version processed some of its rows */
            with_roles: number | null;
            /** @description Created users whose address the file calls verified; null if an earlier version processed some of its rows */
            verified: number | null;
            /**
             * @description The invitations of these users (POST …/invitations); null if not requested
             * @example null
             */
            invitations: {
                /** @enum {string} */
                status: "running" | "completed" | "stopped";
                /** @description actor_not_active, permission_lost, account_reclaimed, backup_restored, or internal_error */
                stopped_because: string | null;
                /** @description Emails queued so far, one per user */
                invited: number;
                /** Format: date-time */
                requested_at: string;
                finished_at: string | null;
            } | null;
            /** @description The user who started it; null for the command line of the server */
            created_by: string | null;
            /**
             * @description Who uploaded the file, if it was another user’s dry run; null otherwise
             * @example null
             */
            uploaded_by: string | null;
            /** Format: date-time */
            created_at: string;
            finished_at: string | null;
            /**
             * @description When the accepted rows of a dry run can no longer be imported (POST …/run); null if there are none
             * @example null
             */
            runnable_until: string | null;
        };
        CancelUserImportRequest: Record<string, never>;
        InviteImportedUsersRequest: Record<string, never>;
        RunUserImportRequest: Record<string, never>;
        WebhookPage: {
            data: components["schemas"]["Webhook"][];
            /**
             * @example {
             *       "next_cursor": null,
             *       "has_more": false
             *     }
             */
            page: {
                next_cursor: string | null;
                has_more: boolean;
            };
        };
        Webhook: {
            /** Format: uuid */
            id: string;
            /** @example https://example.org/hooks/gatehouse */
            url: string;
            /** @example Order service */
            description: string | null;
            /**
             * @example [
             *       "user.*",
             *       "session.revoked"
             *     ]
             */
            events: string[];
            enabled: boolean;
            /** @description Disabled by an administrator, after 3 days of failures, or by a 410 response */
            disabled_reason: ("manual" | "failing" | "gone") | null;
            /** @description The first failed delivery since the last successful one */
            failing_since: string | null;
            /** @description Until then, deliveries are also signed with the previous secret */
            previous_secret_expires_at: string | null;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            updated_at: string;
            /** @description Increases with every change; the ETag is this number in quotes */
            version: number;
        };
        CreateWebhookRequest: {
            /**
             * @description Receives POST requests
             * @example https://example.org/hooks/gatehouse
             */
            url: string;
            /**
             * @description Names of events, or families such as user.*
             * @example [
             *       "user.*",
             *       "session.revoked"
             *     ]
             */
            events: ("user.*" | "session.*" | "role.*" | "permission.*" | "payment.*" | "notification.*" | "user.activated" | "user.approved" | "user.created" | "user.deactivated" | "user.declined" | "user.deleted" | "user.email_verified" | "user.erased" | "user.mfa_disabled" | "user.mfa_enabled" | "user.password_changed" | "user.restored" | "user.roles_changed" | "user.updated" | "session.revoked" | "role.created" | "role.deleted" | "role.permissions_changed" | "role.updated" | "permission.created" | "permission.retired" | "permission.updated" | "payment.created" | "payment.refund_failed" | "payment.refund_requested" | "payment.refunded" | "payment.status_changed" | "notification.cancelled" | "notification.finished" | "notification.sent")[];
            /** @example Order service */
            description?: string | null;
        };
        WebhookWithSecret: {
            /** Format: uuid */
            id: string;
            /** @example https://example.org/hooks/gatehouse */
            url: string;
            /** @example Order service */
            description: string | null;
            /**
             * @example [
             *       "user.*",
             *       "session.revoked"
             *     ]
             */
            events: string[];
            enabled: boolean;
            /** @description Disabled by an administrator, after 3 days of failures, or by a 410 response */
            disabled_reason: ("manual" | "failing" | "gone") | null;
            /** @description The first failed delivery since the last successful one */
            failing_since: string | null;
            /** @description Until then, deliveries are also signed with the previous secret */
            previous_secret_expires_at: string | null;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            updated_at: string;
            /** @description Increases with every change; the ETag is this number in quotes */
            version: number;
            /**
             * @description Verifies signatures. Shown only once
             * @example whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw
             */
            secret: string;
        };
        UpdateWebhookRequest: {
            /**
             * @description Receives POST requests
             * @example https://example.org/hooks/gatehouse
             */
            url?: string;
            /**
             * @description Names of events, or families such as user.*
             * @example [
             *       "user.*",
             *       "session.revoked"
             *     ]
             */
            events?: ("user.*" | "session.*" | "role.*" | "permission.*" | "payment.*" | "notification.*" | "user.activated" | "user.approved" | "user.created" | "user.deactivated" | "user.declined" | "user.deleted" | "user.email_verified" | "user.erased" | "user.mfa_disabled" | "user.mfa_enabled" | "user.password_changed" | "user.restored" | "user.roles_changed" | "user.updated" | "session.revoked" | "role.created" | "role.deleted" | "role.permissions_changed" | "role.updated" | "permission.created" | "permission.retired" | "permission.updated" | "payment.created" | "payment.refund_failed" | "payment.refund_requested" | "payment.refunded" | "payment.status_changed" | "notification.cancelled" | "notification.finished" | "notification.sent")[];
            /** @example Order service */
            description?: string | null;
            enabled?: boolean;
        };
        WebhookDeliveryPage: {
            data: components["schemas"]["WebhookDelivery"][];
            /**
             * @example {
             *       "next_cursor": null,
             *       "has_more": false
             *     }
             */
            page: {
                next_cursor: string | null;
                has_more: boolean;
            };
        };
        WebhookDelivery: {
            /**
             * Format: uuid
             * @description Sent as webhook-id, the same in every attempt
             */
            id: string;
            /** Format: uuid */
            webhook_id: string;
            /** @example user.created */
            event: string;
            /** @description IDs of what the event is about, and the status it reached */
            data: {
                [key: string]: string;
            };
            /** @enum {string} */
            status: "pending" | "delivered" | "failed";
            attempts: number;
            next_attempt_at: string | null;
            last_attempt_at: string | null;
            /** @description How long the last attempt took */
            duration_ms: number | null;
            /** @example 500 */
            response_status: number | null;
            /**
             * @description The first 1 kB of the response
             * @example Internal Server Error
             */
            response_excerpt: string | null;
            /**
             * @description Why the last attempt failed, as a code
             * @example timeout
             */
            error: string | null;
            /** Format: date-time */
            occurred_at: string;
        };
        RotateWebhookSecretRequest: Record<string, never>;
        TestWebhookRequest: Record<string, never>;
        ReplayWebhookDeliveryRequest: Record<string, never>;
        WebhookReceipt: {
            /** @constant */
            received: true;
        };
        /**
         * @example {
         *       "MessageSid": "SM2f6a",
         *       "MessageStatus": "delivered"
         *     }
         */
        ReceiveTwilioEventRequest: {
            [key: string]: string;
        };
        CreateLiveTicketRequest: Record<string, never>;
        LiveTicket: {
            /** @description Opens one connection to /api/v1/ws, as the query parameter access_token. Single use */
            ticket: string;
            /** @description Lifetime in seconds */
            expires_in: number;
        };
        KeySet: {
            keys: components["schemas"]["PublicKey"][];
        };
        PublicKey: {
            /** @example EC */
            kty: string;
            /** @example P-256 */
            crv: string;
            /** @example WbbaSStufBwGVGFMyOFLvJ9iz-_nQVvGAaNGIaIb8Ng */
            x: string;
            /** @example WbbaSStufBwGVGFMyOFLvJ9iz-_nQVvGAaNGIaIb8Ng */
            y?: string;
            /** @example XkD0nH1Hq0cJmM5vY3zq2Q */
            kid: string;
            /** @enum {string} */
            alg: "ES256" | "EdDSA";
            /** @constant */
            use: "sig";
        };
        IssuerMetadata: {
            /** @example https://gatehouse.example.com */
            issuer: string;
            /** Format: uri */
            jwks_uri: string;
            /** Format: uri */
            introspection_endpoint: string;
            introspection_endpoint_auth_methods_supported: "Bearer"[];
            access_token_signing_alg_values_supported: ("ES256" | "EdDSA" | "HS256")[];
            /** Format: uri */
            service_documentation: string;
        };
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
    responses: {
        /** @description Problem details (RFC 9457) */
        Problem: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
    };
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export interface operations {
    listOwnApiKeys: {
        parameters: {
            query?: {
                limit?: number;
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiKeyPage"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    createApiKey: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The device_token of the last sign-in on this device. The device has its own budget of attempts, and stays known after a password reset
                 * @example kX3v0pT1q5mZ8rW2yB7nLc4dFh6jSg9a
                 */
                "X-Device-Token"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateApiKeyRequest"];
            };
        };
        responses: {
            /** @description OK */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NewApiKey"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    revokeApiKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example 01960f3e-7b1c-7a54-9d2e-3f6b8c0a1d42 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description No content */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: components["responses"]["Problem"];
        };
    };
    listAuditRecords: {
        parameters: {
            query?: {
                actor?: string;
                action?: string;
                target?: string;
                ip?: string;
                import?: string;
                from?: string;
                to?: string;
                limit?: number;
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuditRecordPage"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    exportAuditRecords: {
        parameters: {
            query: {
                actor?: string;
                action?: string;
                target?: string;
                ip?: string;
                import?: string;
                from?: string;
                to?: string;
                /** @example csv */
                format: "csv" | "ndjson";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": string;
                    "application/x-ndjson": string;
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    verifyAuditTrail: {
        parameters: {
            query?: {
                head?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuditVerification"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    acceptInvitation: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AcceptInvitationRequest"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Tokens"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    changePassword: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The device_token of the last sign-in on this device. The device has its own budget of attempts, and stays known after a password reset
                 * @example kX3v0pT1q5mZ8rW2yB7nLc4dFh6jSg9a
                 */
                "X-Device-Token"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ChangePasswordRequest"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Tokens"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    checkPermissions: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CheckPermissionsRequest"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CheckedPermissions"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    getAuthConfig: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuthConfig"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    confirmEmailChange: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ConfirmEmailChangeRequest"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConfirmedUser"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    requestEmailCode: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RequestEmailCodeRequest"];
            };
        };
        responses: {
            /** @description Accepted */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EmailCodeRequest"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    signInWithEmailCode: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The device_token of the last sign-in on this device. The device has its own budget of attempts, and stays known after a password reset
                 * @example kX3v0pT1q5mZ8rW2yB7nLc4dFh6jSg9a
                 */
                "X-Device-Token"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SignInWithEmailCodeRequest"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SignInResult"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    requestPasswordReset: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RequestPasswordResetRequest"];
            };
        };
        responses: {
            /** @description Accepted */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Acceptance"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    stopImpersonation: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description No content */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: components["responses"]["Problem"];
        };
    };
    introspectToken: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["IntrospectTokenRequest"];
                "application/x-www-form-urlencoded": components["schemas"]["IntrospectTokenRequest"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TokenIntrospection"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    signIn: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The device_token of the last sign-in on this device. The device has its own budget of attempts, and stays known after a password reset
                 * @example kX3v0pT1q5mZ8rW2yB7nLc4dFh6jSg9a
                 */
                "X-Device-Token"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SignInRequest"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SignInResult"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    signOut: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["SignOutRequest"];
            };
        };
        responses: {
            /** @description No content */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: components["responses"]["Problem"];
        };
    };
    disableMfa: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The device_token of the last sign-in on this device. The device has its own budget of attempts, and stays known after a password reset
                 * @example kX3v0pT1q5mZ8rW2yB7nLc4dFh6jSg9a
                 */
                "X-Device-Token"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["DisableMfaRequest"];
            };
        };
        responses: {
            /** @description No content */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: components["responses"]["Problem"];
        };
    };
    enableMfa: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["EnableMfaRequest"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RecoveryCodes"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    startPasskeyStep: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The device_token of the last sign-in on this device. The device has its own budget of attempts, and stays known after a password reset
                 * @example kX3v0pT1q5mZ8rW2yB7nLc4dFh6jSg9a
                 */
                "X-Device-Token"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["StartPasskeyStepRequest"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PasskeyOptions"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    replaceRecoveryCodes: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ReplaceRecoveryCodesRequest"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RecoveryCodes"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    startMfaSetup: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The device_token of the last sign-in on this device. The device has its own budget of attempts, and stays known after a password reset
                 * @example kX3v0pT1q5mZ8rW2yB7nLc4dFh6jSg9a
                 */
                "X-Device-Token"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["StartMfaSetupRequest"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MfaSetup"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    verifyMfaCode: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The device_token of the last sign-in on this device. The device has its own budget of attempts, and stays known after a password reset
                 * @example kX3v0pT1q5mZ8rW2yB7nLc4dFh6jSg9a
                 */
                "X-Device-Token"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["VerifyMfaCodeRequest"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Tokens"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    startOAuthSignIn: {
        parameters: {
            query?: {
                redirect_uri?: string;
                code_challenge?: string;
                code_challenge_method?: string;
                state?: string;
            };
            header?: {
                /**
                 * @description The language of emails and pages: en or tr
                 * @example tr
                 */
                "Accept-Language"?: string;
            };
            path: {
                /** @example github */
                provider: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
            /** @description Found */
            302: {
                headers: {
                    Location?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: components["responses"]["Problem"];
        };
    };
    completeOAuthSignIn: {
        parameters: {
            query?: {
                code?: string;
                state?: string;
                error?: string;
                iss?: string;
            };
            header?: {
                /**
                 * @description The device_token of the last sign-in on this device. The device has its own budget of attempts, and stays known after a password reset
                 * @example kX3v0pT1q5mZ8rW2yB7nLc4dFh6jSg9a
                 */
                "X-Device-Token"?: string;
                /**
                 * @description The language of emails and pages: en or tr
                 * @example tr
                 */
                "Accept-Language"?: string;
            };
            path: {
                /** @example github */
                provider: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SignInResult"];
                };
            };
            /** @description Found */
            302: {
                headers: {
                    Location?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: components["responses"]["Problem"];
        };
    };
    forwardOAuthCallback: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example github */
                provider: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/x-www-form-urlencoded": components["schemas"]["ForwardOAuthCallbackRequest"];
            };
        };
        responses: {
            /** @description See other */
            303: {
                headers: {
                    Location?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: components["responses"]["Problem"];
        };
    };
    exchangeOAuthCode: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The device_token of the last sign-in on this device. The device has its own budget of attempts, and stays known after a password reset
                 * @example kX3v0pT1q5mZ8rW2yB7nLc4dFh6jSg9a
                 */
                "X-Device-Token"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ExchangeOAuthCodeRequest"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SignInResult"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    startPasskeySignIn: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["StartPasskeySignInRequest"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PasskeySignInOptions"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    signInWithPasskey: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The device_token of the last sign-in on this device. The device has its own budget of attempts, and stays known after a password reset
                 * @example kX3v0pT1q5mZ8rW2yB7nLc4dFh6jSg9a
                 */
                "X-Device-Token"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SignInWithPasskeyRequest"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Tokens"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    getOwnPermissions: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The ETag of your copy. If it is still current, the response is 304 without a body
                 * @example "3"
                 */
                "If-None-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OwnPermissions"];
                };
            };
            /** @description Not modified */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: components["responses"]["Problem"];
        };
    };
    listSignInProviders: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SignInProviders"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    confirmIdentity: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ConfirmIdentityRequest"];
            };
        };
        responses: {
            /** @description No content */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: components["responses"]["Problem"];
        };
    };
    startConfirmingIdentity: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["StartConfirmingIdentityRequest"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PasskeyOptions"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    refreshTokens: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A random key of 16 to 128 visible ASCII characters; any other is ignored. If the response was lost, repeat it with the same refresh token within 60 seconds: you get the same tokens
                 * @example 019335e0-7b1a-7c3d-9e42-5f6a7b8c9d0e
                 */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RefreshTokensRequest"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Tokens"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    registerAccount: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The language of emails and pages: en or tr
                 * @example tr
                 */
                "Accept-Language"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RegisterAccountRequest"];
            };
        };
        responses: {
            /** @description Accepted */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Registration"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    resendVerificationEmail: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ResendVerificationEmailRequest"];
            };
        };
        responses: {
            /** @description Accepted */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Acceptance"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    resetPassword: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The device_token of the last sign-in on this device. The device has its own budget of attempts, and stays known after a password reset
                 * @example kX3v0pT1q5mZ8rW2yB7nLc4dFh6jSg9a
                 */
                "X-Device-Token"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ResetPasswordRequest"];
            };
        };
        responses: {
            /** @description No content */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: components["responses"]["Problem"];
        };
    };
    createFirstAdministrator: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The language of emails and pages: en or tr
                 * @example tr
                 */
                "Accept-Language"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateFirstAdministratorRequest"];
            };
        };
        responses: {
            /** @description OK */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Tokens"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    verifyEmail: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The device_token of the last sign-in on this device. The device has its own budget of attempts, and stays known after a password reset
                 * @example kX3v0pT1q5mZ8rW2yB7nLc4dFh6jSg9a
                 */
                "X-Device-Token"?: string;
                /**
                 * @description The language of emails and pages: en or tr
                 * @example tr
                 */
                "Accept-Language"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["VerifyEmailRequest"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["VerifiedUser"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    sendContactMessage: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SendContactMessageRequest"];
            };
        };
        responses: {
            /** @description Accepted */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Acceptance"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    listContactMessages: {
        parameters: {
            query?: {
                limit?: number;
                cursor?: string;
                status?: "new" | "read" | "archived";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ContactMessagePage"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    deleteContactMessage: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The ETag of the object as you know it. If it has changed since, the request is refused
                 * @example "3"
                 */
                "If-Match"?: string;
            };
            path: {
                /** @example 01960f3e-7b1c-7a54-9d2e-3f6b8c0a1d42 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description No content */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: components["responses"]["Problem"];
        };
    };
    updateContactMessage: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The ETag of the object as you know it. If it has changed since, the request is refused
                 * @example "3"
                 */
                "If-Match"?: string;
            };
            path: {
                /** @example 01960f3e-7b1c-7a54-9d2e-3f6b8c0a1d42 */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateContactMessageRequest"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ContactMessage"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    listInboxItems: {
        parameters: {
            query?: {
                unread?: boolean;
                limit?: number;
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InboxItemPage"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    deleteInboxItem: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example 01960f3e-7b1c-7a54-9d2e-3f6b8c0a1d42 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description No content */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: components["responses"]["Problem"];
        };
    };
    markInboxItemRead: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example 01960f3e-7b1c-7a54-9d2e-3f6b8c0a1d42 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["MarkInboxItemReadRequest"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InboxItem"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    markInboxRead: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["MarkInboxReadRequest"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InboxRead"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    countUnreadInboxItems: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UnreadCount"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    getProfile: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Profile"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    deleteOwnAccount: {
        parameters: {
            query?: {
                erase?: boolean;
            };
            header?: {
                /**
                 * @description The ETag of the object as you know it. If it has changed since, the request is refused
                 * @example "3"
                 */
                "If-Match"?: string;
                /**
                 * @description The device_token of the last sign-in on this device. The device has its own budget of attempts, and stays known after a password reset
                 * @example kX3v0pT1q5mZ8rW2yB7nLc4dFh6jSg9a
                 */
                "X-Device-Token"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["DeleteOwnAccountRequest"];
            };
        };
        responses: {
            /** @description Accepted */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErasureAccepted"];
                };
            };
            /** @description No content */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: components["responses"]["Problem"];
        };
    };
    updateProfile: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The ETag of the object as you know it. If it has changed since, the request is refused
                 * @example "3"
                 */
                "If-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["UpdateProfileRequest"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Profile"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    setAvatar: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The ETag of the object as you know it. If it has changed since, the request is refused
                 * @example "3"
                 */
                "If-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "multipart/form-data": {
                    /** @description At most 10,485,760 bytes. */
                    file: Blob;
                } | FormData;
                "image/jpeg": SentFile;
                "image/png": SentFile;
                "image/webp": SentFile;
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Profile"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    removeAvatar: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The ETag of the object as you know it. If it has changed since, the request is refused
                 * @example "3"
                 */
                "If-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description No content */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: components["responses"]["Problem"];
        };
    };
    requestEmailChange: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The device_token of the last sign-in on this device. The device has its own budget of attempts, and stays known after a password reset
                 * @example kX3v0pT1q5mZ8rW2yB7nLc4dFh6jSg9a
                 */
                "X-Device-Token"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RequestEmailChangeRequest"];
            };
        };
        responses: {
            /** @description Accepted */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EmailChange"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    cancelEmailChange: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description No content */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: components["responses"]["Problem"];
        };
    };
    exportOwnData: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OwnDataExport"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    listIdentities: {
        parameters: {
            query?: {
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["IdentityList"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    removeIdentity: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The device_token of the last sign-in on this device. The device has its own budget of attempts, and stays known after a password reset
                 * @example kX3v0pT1q5mZ8rW2yB7nLc4dFh6jSg9a
                 */
                "X-Device-Token"?: string;
            };
            path: {
                /** @example github */
                provider: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["RemoveIdentityRequest"];
            };
        };
        responses: {
            /** @description No content */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: components["responses"]["Problem"];
        };
    };
    getNotificationPreferences: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NotificationPreferences"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    updateNotificationPreferences: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["UpdateNotificationPreferencesRequest"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NotificationPreferences"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    listPasskeys: {
        parameters: {
            query?: {
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PasskeyList"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    addPasskey: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AddPasskeyRequest"];
            };
        };
        responses: {
            /** @description OK */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Passkey"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    removePasskey: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The device_token of the last sign-in on this device. The device has its own budget of attempts, and stays known after a password reset
                 * @example kX3v0pT1q5mZ8rW2yB7nLc4dFh6jSg9a
                 */
                "X-Device-Token"?: string;
            };
            path: {
                /** @example 01960f3e-7b1c-7a54-9d2e-3f6b8c0a1d42 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["RemovePasskeyRequest"];
            };
        };
        responses: {
            /** @description No content */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: components["responses"]["Problem"];
        };
    };
    renamePasskey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example 01960f3e-7b1c-7a54-9d2e-3f6b8c0a1d42 */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RenamePasskeyRequest"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Passkey"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    startPasskeyCreation: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The device_token of the last sign-in on this device. The device has its own budget of attempts, and stays known after a password reset
                 * @example kX3v0pT1q5mZ8rW2yB7nLc4dFh6jSg9a
                 */
                "X-Device-Token"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["StartPasskeyCreationRequest"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PasskeyCreation"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    requestPhoneChange: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The ETag of the object as you know it. If it has changed since, the request is refused
                 * @example "3"
                 */
                "If-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RequestPhoneChangeRequest"];
            };
        };
        responses: {
            /** @description Accepted */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PhoneChange"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    removePhone: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The ETag of the object as you know it. If it has changed since, the request is refused
                 * @example "3"
                 */
                "If-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description No content */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: components["responses"]["Problem"];
        };
    };
    verifyPhone: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The ETag of the object as you know it. If it has changed since, the request is refused
                 * @example "3"
                 */
                "If-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["VerifyPhoneRequest"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Profile"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    listOwnSessions: {
        parameters: {
            query?: {
                limit?: number;
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SessionPage"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    endOtherSessions: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description No content */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: components["responses"]["Problem"];
        };
    };
    endOwnSession: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example 01960f3e-7b1c-7a54-9d2e-3f6b8c0a1d42 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description No content */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: components["responses"]["Problem"];
        };
    };
    forgetTrustedBrowsers: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description No content */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: components["responses"]["Problem"];
        };
    };
    listNotifications: {
        parameters: {
            query?: {
                limit?: number;
                cursor?: string;
                status?: "scheduled" | "running" | "completed" | "cancelled" | "failed";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NotificationPage"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    sendNotification: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A random key of 1 to 255 visible ASCII characters. Repeat it if the response was lost: the request takes effect once
                 * @example 019335e0-7b1a-7c3d-9e42-5f6a7b8c9d0e
                 */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SendNotificationRequest"];
            };
        };
        responses: {
            /** @description Accepted */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NotificationReceipt"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    getNotification: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example 01960f3e-7b1c-7a54-9d2e-3f6b8c0a1d42 */
                batch_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Notification"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    cancelNotification: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example 01960f3e-7b1c-7a54-9d2e-3f6b8c0a1d42 */
                batch_id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["CancelNotificationRequest"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Notification"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    listNotificationTemplates: {
        parameters: {
            query?: {
                limit?: number;
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NotificationTemplatePage"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    createNotificationTemplate: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateNotificationTemplateRequest"];
            };
        };
        responses: {
            /** @description OK */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NotificationTemplate"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    getNotificationTemplate: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example 01960f3e-7b1c-7a54-9d2e-3f6b8c0a1d42 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NotificationTemplate"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    deleteNotificationTemplate: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The ETag of the object as you know it. If it has changed since, the request is refused
                 * @example "3"
                 */
                "If-Match"?: string;
            };
            path: {
                /** @example 01960f3e-7b1c-7a54-9d2e-3f6b8c0a1d42 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description No content */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: components["responses"]["Problem"];
        };
    };
    updateNotificationTemplate: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The ETag of the object as you know it. If it has changed since, the request is refused
                 * @example "3"
                 */
                "If-Match"?: string;
            };
            path: {
                /** @example 01960f3e-7b1c-7a54-9d2e-3f6b8c0a1d42 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["UpdateNotificationTemplateRequest"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NotificationTemplate"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    getOpenApiDocument: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OpenApiDocument"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    listPayments: {
        parameters: {
            query?: {
                limit?: number;
                cursor?: string;
                status?: "processing" | "requires_action" | "succeeded" | "failed" | "canceled" | "partially_refunded" | "refunded";
                currency?: string;
                from?: string;
                to?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PaymentSummaryPage"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    createPayment: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description A random key of 1 to 255 visible ASCII characters. Repeat it if the response was lost: the request takes effect once
                 * @example 019335e0-7b1a-7c3d-9e42-5f6a7b8c9d0e
                 */
                "Idempotency-Key": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreatePaymentRequest"];
            };
        };
        responses: {
            /** @description OK */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Payment"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    getPayment: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example 01960f3e-7b1c-7a54-9d2e-3f6b8c0a1d42 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Payment"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    refundPayment: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description A random key of 1 to 255 visible ASCII characters. Repeat it if the response was lost: the request takes effect once
                 * @example 019335e0-7b1a-7c3d-9e42-5f6a7b8c9d0e
                 */
                "Idempotency-Key": string;
            };
            path: {
                /** @example 01960f3e-7b1c-7a54-9d2e-3f6b8c0a1d42 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["RefundPaymentRequest"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Payment"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    showPaymentChallenge: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The language of emails and pages: en or tr
                 * @example tr
                 */
                "Accept-Language"?: string;
            };
            path: {
                /** @example 01960f3e-7b1c-7a54-9d2e-3f6b8c0a1d42 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    answerPaymentChallenge: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example 01960f3e-7b1c-7a54-9d2e-3f6b8c0a1d42 */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/x-www-form-urlencoded": components["schemas"]["AnswerPaymentChallengeRequest"];
            };
        };
        responses: {
            /** @description See other */
            303: {
                headers: {
                    Location?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: components["responses"]["Problem"];
        };
    };
    listProfileFields: {
        parameters: {
            query?: {
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProfileFieldList"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    createProfileField: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateProfileFieldRequest"];
            };
        };
        responses: {
            /** @description OK */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProfileField"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    getProfileField: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example 01960f3e-7b1c-7a54-9d2e-3f6b8c0a1d42 */
                key: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProfileField"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    deleteProfileField: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The ETag of the object as you know it. If it has changed since, the request is refused
                 * @example "3"
                 */
                "If-Match"?: string;
            };
            path: {
                /** @example 01960f3e-7b1c-7a54-9d2e-3f6b8c0a1d42 */
                key: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description No content */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: components["responses"]["Problem"];
        };
    };
    updateProfileField: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The ETag of the object as you know it. If it has changed since, the request is refused
                 * @example "3"
                 */
                "If-Match"?: string;
            };
            path: {
                /** @example 01960f3e-7b1c-7a54-9d2e-3f6b8c0a1d42 */
                key: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["UpdateProfileFieldRequest"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProfileField"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    explainPermission: {
        parameters: {
            query: {
                /** @example 01960f3e-7b1c-7a54-9d2e-3f6b8c0a1d42 */
                user_id: string;
                /** @example users:list */
                permission: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PermissionExplanation"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    listPermissionHolders: {
        parameters: {
            query: {
                limit?: number;
                cursor?: string;
                /** @example users:list */
                permission: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PermissionHolderPage"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    listPermissions: {
        parameters: {
            query?: {
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PermissionList"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    createPermission: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreatePermissionRequest"];
            };
        };
        responses: {
            /** @description OK */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Permission"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    retirePermission: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The ETag of the object as you know it. If it has changed since, the request is refused
                 * @example "3"
                 */
                "If-Match"?: string;
            };
            path: {
                /** @example Ada Lovelace */
                name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description No content */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: components["responses"]["Problem"];
        };
    };
    updatePermission: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The ETag of the object as you know it. If it has changed since, the request is refused
                 * @example "3"
                 */
                "If-Match"?: string;
            };
            path: {
                /** @example Ada Lovelace */
                name: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["UpdatePermissionRequest"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Permission"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    syncPermissions: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SyncPermissionsRequest"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SyncedPermissions"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    listRoles: {
        parameters: {
            query?: {
                limit?: number;
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RolePage"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    createRole: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateRoleRequest"];
            };
        };
        responses: {
            /** @description OK */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Role"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    getRole: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example 01960f3e-7b1c-7a54-9d2e-3f6b8c0a1d42 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Role"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    deleteRole: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The ETag of the object as you know it. If it has changed since, the request is refused
                 * @example "3"
                 */
                "If-Match"?: string;
            };
            path: {
                /** @example 01960f3e-7b1c-7a54-9d2e-3f6b8c0a1d42 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description No content */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: components["responses"]["Problem"];
        };
    };
    updateRole: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The ETag of the object as you know it. If it has changed since, the request is refused
                 * @example "3"
                 */
                "If-Match"?: string;
            };
            path: {
                /** @example 01960f3e-7b1c-7a54-9d2e-3f6b8c0a1d42 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["UpdateRoleRequest"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Role"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    replaceRolePermissions: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The ETag of the object as you know it. If it has changed since, the request is refused
                 * @example "3"
                 */
                "If-Match"?: string;
            };
            path: {
                /** @example 01960f3e-7b1c-7a54-9d2e-3f6b8c0a1d42 */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ReplaceRolePermissionsRequest"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Role"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    previewRolePermissions: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example 01960f3e-7b1c-7a54-9d2e-3f6b8c0a1d42 */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PreviewRolePermissionsRequest"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RolePreview"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    listWaitingRegistrations: {
        parameters: {
            query?: {
                limit?: number;
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WaitingRegistrationPage"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    approveRegistration: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The ETag of the object as you know it. If it has changed since, the request is refused
                 * @example "3"
                 */
                "If-Match"?: string;
            };
            path: {
                /** @example 01960f3e-7b1c-7a54-9d2e-3f6b8c0a1d42 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["ApproveRegistrationRequest"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ManagedUser"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    declineRegistration: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The ETag of the object as you know it. If it has changed since, the request is refused
                 * @example "3"
                 */
                "If-Match"?: string;
            };
            path: {
                /** @example 01960f3e-7b1c-7a54-9d2e-3f6b8c0a1d42 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["DeclineRegistrationRequest"];
            };
        };
        responses: {
            /** @description No content */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: components["responses"]["Problem"];
        };
    };
    getSettings: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example policy */
                area: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SettingsArea"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    updateSettings: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The ETag of the object as you know it. If it has changed since, the request is refused
                 * @example "3"
                 */
                "If-Match"?: string;
            };
            path: {
                /** @example policy */
                area: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateSettingsRequest"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SettingsArea"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    testSettings: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The language of emails and pages: en or tr
                 * @example tr
                 */
                "Accept-Language"?: string;
            };
            path: {
                /** @example policy */
                area: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["TestSettingsRequest"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SettingsTest"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    getNotificationSettings: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SettingsArea"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    updateNotificationSettings: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The ETag of the object as you know it. If it has changed since, the request is refused
                 * @example "3"
                 */
                "If-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateNotificationSettingsRequest"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SettingsArea"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    testNotificationSettings: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The language of emails and pages: en or tr
                 * @example tr
                 */
                "Accept-Language"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["TestNotificationSettingsRequest"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SettingsTest"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    getPaymentSettings: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SettingsArea"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    updatePaymentSettings: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The ETag of the object as you know it. If it has changed since, the request is refused
                 * @example "3"
                 */
                "If-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdatePaymentSettingsRequest"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SettingsArea"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    testPaymentSettings: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The language of emails and pages: en or tr
                 * @example tr
                 */
                "Accept-Language"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["TestPaymentSettingsRequest"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SettingsTest"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    showUnsubscribePage: {
        parameters: {
            query?: {
                token?: string;
            };
            header?: {
                /**
                 * @description The language of emails and pages: en or tr
                 * @example tr
                 */
                "Accept-Language"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    unsubscribeUser: {
        parameters: {
            query?: {
                token?: string;
            };
            header?: {
                /**
                 * @description The language of emails and pages: en or tr
                 * @example tr
                 */
                "Accept-Language"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    listUploads: {
        parameters: {
            query?: {
                limit?: number;
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UploadPage"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    createUpload: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "multipart/form-data": {
                    /** @description At most 10,485,760 bytes. */
                    file: Blob;
                    /**
                     * @description avatar: an image, cropped to 512 × 512 pixels
                     * @default file
                     * @enum {string}
                     */
                    purpose?: "file" | "avatar" | "attachment";
                } | FormData;
            };
        };
        responses: {
            /** @description OK */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Upload"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    downloadUpload: {
        parameters: {
            query?: {
                expires?: string;
                signature?: string;
            };
            header?: {
                /**
                 * @description The ETag of your copy. If it is still current, the response is 304 without a body
                 * @example "3"
                 */
                "If-None-Match"?: string;
                /**
                 * @description The part of the file to send, in bytes
                 * @example bytes=0-1023
                 */
                Range?: string;
                /**
                 * @description The ETag of your copy. If it is no longer current, the whole file is sent
                 * @example "3"
                 */
                "If-Range"?: string;
            };
            path: {
                /** @example 01960f3e-7b1c-7a54-9d2e-3f6b8c0a1d42 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "image/jpeg": Blob;
                    "image/png": Blob;
                    "image/webp": Blob;
                    "application/pdf": Blob;
                    "text/plain": Blob;
                };
            };
            /** @description Partial content */
            206: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "image/jpeg": Blob;
                    "image/png": Blob;
                    "image/webp": Blob;
                    "application/pdf": Blob;
                    "text/plain": Blob;
                };
            };
            /** @description Not modified */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: components["responses"]["Problem"];
        };
    };
    deleteUpload: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example 01960f3e-7b1c-7a54-9d2e-3f6b8c0a1d42 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description No content */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: components["responses"]["Problem"];
        };
    };
    createUploadLink: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example 01960f3e-7b1c-7a54-9d2e-3f6b8c0a1d42 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["CreateUploadLinkRequest"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UploadLink"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    listUsers: {
        parameters: {
            query?: {
                limit?: number;
                cursor?: string;
                query?: string;
                status?: "pending" | "active" | "deactivated" | "deleted";
                role?: string;
                kind?: "person" | "service";
                sort?: "-created_at" | "created_at" | "email" | "-email" | "name" | "-name";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ManagedUserPage"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    inviteUser: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The language of emails and pages: en or tr
                 * @example tr
                 */
                "Accept-Language"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["InviteUserRequest"];
            };
        };
        responses: {
            /** @description OK */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UserDetails"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    getUser: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example 01960f3e-7b1c-7a54-9d2e-3f6b8c0a1d42 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UserDetails"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    deleteUser: {
        parameters: {
            query?: {
                erase?: boolean;
            };
            header?: {
                /**
                 * @description The ETag of the object as you know it. If it has changed since, the request is refused
                 * @example "3"
                 */
                "If-Match"?: string;
                /**
                 * @description The device_token of the last sign-in on this device. The device has its own budget of attempts, and stays known after a password reset
                 * @example kX3v0pT1q5mZ8rW2yB7nLc4dFh6jSg9a
                 */
                "X-Device-Token"?: string;
            };
            path: {
                /** @example 01960f3e-7b1c-7a54-9d2e-3f6b8c0a1d42 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["DeleteUserRequest"];
            };
        };
        responses: {
            /** @description Accepted */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErasureAccepted"];
                };
            };
            /** @description No content */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: components["responses"]["Problem"];
        };
    };
    updateUser: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The ETag of the object as you know it. If it has changed since, the request is refused
                 * @example "3"
                 */
                "If-Match"?: string;
            };
            path: {
                /** @example 01960f3e-7b1c-7a54-9d2e-3f6b8c0a1d42 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["UpdateUserRequest"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UserDetails"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    activateUser: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The ETag of the object as you know it. If it has changed since, the request is refused
                 * @example "3"
                 */
                "If-Match"?: string;
            };
            path: {
                /** @example 01960f3e-7b1c-7a54-9d2e-3f6b8c0a1d42 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["ActivateUserRequest"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ManagedUser"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    listUserApiKeys: {
        parameters: {
            query?: {
                limit?: number;
                cursor?: string;
            };
            header?: never;
            path: {
                /** @example 01960f3e-7b1c-7a54-9d2e-3f6b8c0a1d42 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiKeyPage"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    getUserAvatar: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The ETag of your copy. If it is still current, the response is 304 without a body
                 * @example "3"
                 */
                "If-None-Match"?: string;
                /**
                 * @description The part of the file to send, in bytes
                 * @example bytes=0-1023
                 */
                Range?: string;
                /**
                 * @description The ETag of your copy. If it is no longer current, the whole file is sent
                 * @example "3"
                 */
                "If-Range"?: string;
            };
            path: {
                /** @example 01960f3e-7b1c-7a54-9d2e-3f6b8c0a1d42 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "image/jpeg": Blob;
                    "image/png": Blob;
                    "image/webp": Blob;
                };
            };
            /** @description Partial content */
            206: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "image/jpeg": Blob;
                    "image/png": Blob;
                    "image/webp": Blob;
                };
            };
            /** @description Not modified */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: components["responses"]["Problem"];
        };
    };
    deactivateUser: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The ETag of the object as you know it. If it has changed since, the request is refused
                 * @example "3"
                 */
                "If-Match"?: string;
            };
            path: {
                /** @example 01960f3e-7b1c-7a54-9d2e-3f6b8c0a1d42 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["DeactivateUserRequest"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ManagedUser"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    changeUserEmail: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The ETag of the object as you know it. If it has changed since, the request is refused
                 * @example "3"
                 */
                "If-Match"?: string;
            };
            path: {
                /** @example 01960f3e-7b1c-7a54-9d2e-3f6b8c0a1d42 */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ChangeUserEmailRequest"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ManagedUser"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    impersonateUser: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The device_token of the last sign-in on this device. The device has its own budget of attempts, and stays known after a password reset
                 * @example kX3v0pT1q5mZ8rW2yB7nLc4dFh6jSg9a
                 */
                "X-Device-Token"?: string;
            };
            path: {
                /** @example 01960f3e-7b1c-7a54-9d2e-3f6b8c0a1d42 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["ImpersonateUserRequest"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Impersonation"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    resendInvitation: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The ETag of the object as you know it. If it has changed since, the request is refused
                 * @example "3"
                 */
                "If-Match"?: string;
            };
            path: {
                /** @example 01960f3e-7b1c-7a54-9d2e-3f6b8c0a1d42 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["ResendInvitationRequest"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ManagedUser"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    createInvitationLink: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The ETag of the object as you know it. If it has changed since, the request is refused
                 * @example "3"
                 */
                "If-Match"?: string;
                /**
                 * @description The device_token of the last sign-in on this device. The device has its own budget of attempts, and stays known after a password reset
                 * @example kX3v0pT1q5mZ8rW2yB7nLc4dFh6jSg9a
                 */
                "X-Device-Token"?: string;
            };
            path: {
                /** @example 01960f3e-7b1c-7a54-9d2e-3f6b8c0a1d42 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["CreateInvitationLinkRequest"];
            };
        };
        responses: {
            /** @description OK */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InvitationLink"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    resetUserMfa: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The ETag of the object as you know it. If it has changed since, the request is refused
                 * @example "3"
                 */
                "If-Match"?: string;
            };
            path: {
                /** @example 01960f3e-7b1c-7a54-9d2e-3f6b8c0a1d42 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description No content */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: components["responses"]["Problem"];
        };
    };
    sendPasswordReset: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The ETag of the object as you know it. If it has changed since, the request is refused
                 * @example "3"
                 */
                "If-Match"?: string;
            };
            path: {
                /** @example 01960f3e-7b1c-7a54-9d2e-3f6b8c0a1d42 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["SendPasswordResetRequest"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ManagedUser"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    restoreUser: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The ETag of the object as you know it. If it has changed since, the request is refused
                 * @example "3"
                 */
                "If-Match"?: string;
            };
            path: {
                /** @example 01960f3e-7b1c-7a54-9d2e-3f6b8c0a1d42 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["RestoreUserRequest"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ManagedUser"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    replaceUserRoles: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The ETag of the object as you know it. If it has changed since, the request is refused
                 * @example "3"
                 */
                "If-Match"?: string;
            };
            path: {
                /** @example 01960f3e-7b1c-7a54-9d2e-3f6b8c0a1d42 */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ReplaceUserRolesRequest"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ManagedUser"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    listUserSessions: {
        parameters: {
            query?: {
                limit?: number;
                cursor?: string;
            };
            header?: never;
            path: {
                /** @example 01960f3e-7b1c-7a54-9d2e-3f6b8c0a1d42 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SessionPage"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    endUserSessions: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The ETag of the object as you know it. If it has changed since, the request is refused
                 * @example "3"
                 */
                "If-Match"?: string;
            };
            path: {
                /** @example 01960f3e-7b1c-7a54-9d2e-3f6b8c0a1d42 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description No content */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: components["responses"]["Problem"];
        };
    };
    endUserSession: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The ETag of the object as you know it. If it has changed since, the request is refused
                 * @example "3"
                 */
                "If-Match"?: string;
            };
            path: {
                /** @example 01960f3e-7b1c-7a54-9d2e-3f6b8c0a1d42 */
                id: string;
                /** @example 01960f3e-7b1c-7a54-9d2e-3f6b8c0a1d42 */
                session_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description No content */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: components["responses"]["Problem"];
        };
    };
    listBulkActions: {
        parameters: {
            query?: {
                limit?: number;
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BulkActionPage"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    createBulkAction: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateBulkActionRequest"];
            };
        };
        responses: {
            /** @description Accepted */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BulkAction"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    getBulkAction: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example 01960f3e-7b1c-7a54-9d2e-3f6b8c0a1d42 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BulkAction"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    cancelBulkAction: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example 01960f3e-7b1c-7a54-9d2e-3f6b8c0a1d42 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["CancelBulkActionRequest"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BulkAction"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    runBulkAction: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example 01960f3e-7b1c-7a54-9d2e-3f6b8c0a1d42 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["RunBulkActionRequest"];
            };
        };
        responses: {
            /** @description Accepted */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BulkAction"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    listBulkActionUsers: {
        parameters: {
            query?: {
                limit?: number;
                cursor?: string;
                outcome?: "waiting" | "changed" | "unchanged" | "refused";
            };
            header?: never;
            path: {
                /** @example 01960f3e-7b1c-7a54-9d2e-3f6b8c0a1d42 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BulkActionUserPage"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    exportUsers: {
        parameters: {
            query: {
                query?: string;
                status?: "pending" | "active" | "deactivated" | "deleted";
                role?: string;
                kind?: "person" | "service";
                sort?: "-created_at" | "created_at" | "email" | "-email" | "name" | "-name";
                /** @example csv */
                format: "csv" | "ndjson";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": string;
                    "application/x-ndjson": string;
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    listUserImports: {
        parameters: {
            query?: {
                limit?: number;
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UserImportPage"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    createUserImport: {
        parameters: {
            query?: {
                dry_run?: boolean;
                file_name?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description The file as it is, in UTF-8: at most 10,485,760 bytes. */
        requestBody: {
            content: {
                "text/csv": SentText;
                "application/json": SentRows;
                "application/x-ndjson": SentText;
            };
        };
        responses: {
            /** @description Accepted */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UserImport"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    getUserImport: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example 01960f3e-7b1c-7a54-9d2e-3f6b8c0a1d42 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UserImport"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    cancelUserImport: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example 01960f3e-7b1c-7a54-9d2e-3f6b8c0a1d42 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["CancelUserImportRequest"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UserImport"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    inviteImportedUsers: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example 01960f3e-7b1c-7a54-9d2e-3f6b8c0a1d42 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["InviteImportedUsersRequest"];
            };
        };
        responses: {
            /** @description Accepted */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UserImport"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    exportRejectedRows: {
        parameters: {
            query: {
                /** @example csv */
                format: "csv" | "ndjson";
            };
            header?: never;
            path: {
                /** @example 01960f3e-7b1c-7a54-9d2e-3f6b8c0a1d42 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": string;
                    "application/x-ndjson": string;
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    runUserImport: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example 01960f3e-7b1c-7a54-9d2e-3f6b8c0a1d42 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["RunUserImportRequest"];
            };
        };
        responses: {
            /** @description Accepted */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UserImport"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    listWebhooks: {
        parameters: {
            query?: {
                limit?: number;
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookPage"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    createWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateWebhookRequest"];
            };
        };
        responses: {
            /** @description OK */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookWithSecret"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    getWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example 01960f3e-7b1c-7a54-9d2e-3f6b8c0a1d42 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Webhook"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    deleteWebhook: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The ETag of the object as you know it. If it has changed since, the request is refused
                 * @example "3"
                 */
                "If-Match"?: string;
            };
            path: {
                /** @example 01960f3e-7b1c-7a54-9d2e-3f6b8c0a1d42 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description No content */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: components["responses"]["Problem"];
        };
    };
    updateWebhook: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The ETag of the object as you know it. If it has changed since, the request is refused
                 * @example "3"
                 */
                "If-Match"?: string;
            };
            path: {
                /** @example 01960f3e-7b1c-7a54-9d2e-3f6b8c0a1d42 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["UpdateWebhookRequest"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Webhook"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    listWebhookDeliveries: {
        parameters: {
            query?: {
                limit?: number;
                cursor?: string;
                status?: "pending" | "delivered" | "failed";
            };
            header?: never;
            path: {
                /** @example 01960f3e-7b1c-7a54-9d2e-3f6b8c0a1d42 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookDeliveryPage"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    rotateWebhookSecret: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The ETag of the object as you know it. If it has changed since, the request is refused
                 * @example "3"
                 */
                "If-Match"?: string;
            };
            path: {
                /** @example 01960f3e-7b1c-7a54-9d2e-3f6b8c0a1d42 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["RotateWebhookSecretRequest"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookWithSecret"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    testWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example 01960f3e-7b1c-7a54-9d2e-3f6b8c0a1d42 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["TestWebhookRequest"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookDelivery"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    replayWebhookDelivery: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example 01960f3e-7b1c-7a54-9d2e-3f6b8c0a1d42 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["ReplayWebhookDeliveryRequest"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookDelivery"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    receivePaymentEvent: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The signature of an event from Stripe
                 * @example t=1767225600,v1=5257a869e7ecebeda32affa62cdca3fa51cad7e77a0e56ff536d0ce8e108d8bd
                 */
                "Stripe-Signature"?: string;
                /**
                 * @description The signature of an event from the payment simulator
                 * @example t=1767225600,v1=5257a869e7ecebeda32affa62cdca3fa51cad7e77a0e56ff536d0ce8e108d8bd
                 */
                "Simulator-Signature"?: string;
            };
            path: {
                /** @example github */
                provider: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookReceipt"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    receiveTwilioEvent: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The signature of Twilio over the URL and the fields
                 * @example 0/KCTR6DLpKmkAf8muzZqo1nDgQ=
                 */
                "X-Twilio-Signature"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/x-www-form-urlencoded": components["schemas"]["ReceiveTwilioEventRequest"];
            };
        };
        responses: {
            /** @description No content */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: components["responses"]["Problem"];
        };
    };
    createLiveTicket: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["CreateLiveTicketRequest"];
            };
        };
        responses: {
            /** @description OK */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LiveTicket"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    getKeySet: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["KeySet"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    getIssuerMetadata: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["IssuerMetadata"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
}
