-- The holders of a role, in the order of a list of them.
CREATE INDEX "user_roles_role_id_user_id_idx" ON "user_roles"("role_id", "user_id");

-- DropIndex
DROP INDEX "user_roles_role_id_idx";
