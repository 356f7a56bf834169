import tseslint from "typescript-eslint";

export default tseslint.config({ ignores: ["packages/db/src/**"] }, tseslint.configs.recommended);
