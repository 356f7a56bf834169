import react from "@vitejs/plugin-react";
import colonnade from "colonnade/unplugin";
import { defineConfig } from "vite";

export default defineConfig({
  plugins: [react(), colonnade.vite()],
  // The page calls the service at its own origin, so that no CORS is needed.
  server: { proxy: { "/api": "http://localhost:8080" } },
});
