import type { ExecutionResult } from 'graphql';
import type { VariableValues } from './variables.ts';

/** Executes one operation with coerced variables. @throws NotCompilable when graphql-js has to execute it */
export type CompiledOperation = (
  rootValue: unknown,
  context: unknown,
  variables: VariableValues,
) => ExecutionResult | Promise<ExecutionResult>;
