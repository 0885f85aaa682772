class Tool {
  constructor(config) {
    this.config = config;
  }

  static registry = new Map();

  static register(name, description, schema, type) {
    Tool.registry.set(name, { description, schema, type });
  }

  execute() {
    throw new Error("not implemented");
  }
}

module.exports = { Tool };
