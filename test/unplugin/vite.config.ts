import colonnade from "colonnade/unplugin";
import { defineConfig } from "vite";

export default defineConfig({
  plugins: [colonnade.vite()],
  server: { proxy: { "/api": "http://localhost:8080" } },
});
