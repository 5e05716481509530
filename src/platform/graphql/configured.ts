import SchemaBuilder, {
  BasePlugin,
  type PothosEnumValueConfig,
  type PothosInputFieldConfig,
  type PothosOutputFieldConfig,
  type PothosTypeConfig,
  type SchemaTypes,
} from '@pothos/core';
import { GraphQLError, type ValueNode } from 'graphql';
import type { Limits } from '#platform/kernel/limits.ts';
import { mapValues } from '#platform/kernel/records.ts';
import { jsonProblem } from './json.ts';

/** Parts of a schema that only the configuration and the modules know. */
export type SchemaConfiguration = {
  readonly limits: Limits;
  /** Descriptions of the values of enums whose values the modules declare. */
  readonly enums: Readonly<Record<string, Readonly<Record<string, string>>>>;
};

/** Completes a schema as it is built: limits in descriptions, the bounds of `JSON`, the values of enums that the modules declare. */
class ConfiguredPlugin<Types extends SchemaTypes> extends BasePlugin<Types> {
  override onTypeConfig(type: PothosTypeConfig): PothosTypeConfig {
    const described = this.described(type);
    const declared = this.configuration().enums[described.name];
    if (described.kind === 'Enum' && declared) {
      return { ...described, values: mapValues(declared, (description, value) => ({ value, description })) };
    }
    if (described.kind === 'Scalar' && described.name === 'JSON') {
      const { limits } = this.configuration();
      const bounded = (value: unknown): unknown => {
        const problem = jsonProblem(value, { depth: limits.jsonDepth, bytes: limits.jsonBytes });
        if (problem) throw new GraphQLError(problem);
        return value;
      };
      const { parseLiteral = (node: ValueNode) => node } = described;
      return {
        ...described,
        parseValue: bounded,
        parseLiteral: (node: ValueNode, variables) => bounded(parseLiteral(node, variables)),
      };
    }
    return described;
  }

  override onOutputFieldConfig(field: PothosOutputFieldConfig<Types>): PothosOutputFieldConfig<Types> {
    return this.described(field);
  }

  override onInputFieldConfig(field: PothosInputFieldConfig<Types>): PothosInputFieldConfig<Types> {
    return this.described(field);
  }

  override onEnumValueConfig(value: PothosEnumValueConfig<Types>): PothosEnumValueConfig<Types> {
    return this.described(value);
  }

  private configuration(): SchemaConfiguration {
    const { configuration } = this.options;
    if (!configuration) throw new Error('A schema is built with a configuration.');
    return configuration;
  }

  /** Replaces limit names by their values: `{postTextLength}`. @throws Error for an unknown limit */
  private described<Config extends { description?: string | null | undefined }>(config: Config): Config {
    const { description } = config;
    if (!description?.includes('{')) return config;
    const limits = new Map<string, number>(Object.entries(this.configuration().limits));
    const filled = description.replaceAll(/\{(\w+)\}/g, (_all, name: string) => {
      const value = limits.get(name);
      if (value === undefined)
        throw new Error(`A description names the limit ${name}, which does not exist.`);
      return withUnit(name, value);
    });
    return { ...config, description: filled };
  }
}

/** Limits end in their unit: bytes and milliseconds are formatted for humans. */
function withUnit(name: string, value: number): string {
  if (name.endsWith('Bytes')) return inLargestUnit(value, { MiB: 1_024 ** 2, KiB: 1_024, bytes: 1 });
  if (name.endsWith('Ms')) return inLargestUnit(value, { minutes: 60_000, seconds: 1_000, milliseconds: 1 });
  return String(value);
}

/** In the largest unit that gives a whole number. */
function inLargestUnit(value: number, units: Readonly<Record<string, number>>): string {
  const [unit, size] = Object.entries(units).find(([, each]) => value % each === 0) ?? ['', 1];
  return `${value / size} ${unit}`;
}

SchemaBuilder.registerPlugin('configured', ConfiguredPlugin);

// Declaration merging repeats Pothos' type parameters, used or not.
declare global {
  export namespace PothosSchemaTypes {
    interface Plugins<Types extends SchemaTypes> {
      configured: ConfiguredPlugin<Types>;
    }
    interface BuildSchemaOptions<Types extends SchemaTypes> {
      configuration?: SchemaConfiguration;
    }
  }
}
